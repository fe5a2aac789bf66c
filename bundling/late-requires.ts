import type { Plugin } from 'rolldown';
import { parseSync, Visitor } from 'rolldown/utils';

/** Modules of Node that take milliseconds to load, and that most runs do not need. */
const DEAR_MODULES = ['node:child_process', 'node:crypto', 'node:http', 'node:tty', 'node:v8', 'node:zlib'];

/** Text to stand in place of what is between two offsets. */
interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * Lets each file of the program load another when it first uses it, rather than when it is loaded itself: most runs use a small
 * part of what they could. Nothing of ours does anything when it is loaded, so the order does not matter.
 */
export const lateRequires: Plugin = {
  name: 'late-requires',
  renderChunk(code, { fileName }) {
    const edits = editsOf(code, fileName).sort((one, other) => other.start - one.start);
    return edits.reduce((text, { start, end, text: put }) => text.slice(0, start) + put + text.slice(end), code);
  },
};

/** Where `const a = require('./a.js')` stands comes a function that does so once; where `a` is used, its call. */
function editsOf(code: string, fileName: string): Edit[] {
  const { program } = parseSync(fileName, code, { sourceType: 'commonjs' });
  const edits: Edit[] = [];
  const late = new Set<string>();
  const names = new Set<number>();
  const used: { readonly name: string; readonly start: number; readonly end: number }[] = [];
  new Visitor({
    VariableDeclaration({ start, end, declarations: [declaration] }) {
      if (declaration?.id.type !== 'Identifier' || declaration.init?.type !== 'CallExpression') return;
      const {
        callee,
        arguments: [file],
        start: from,
        end: to,
      } = declaration.init;
      if (callee.type !== 'Identifier' || callee.name !== 'require') return;
      if (file?.type !== 'Literal' || typeof file.value !== 'string' || !isLate(file.value)) return;
      const { name } = declaration.id;
      late.add(name);
      names.add(declaration.id.start);
      edits.push({
        start,
        end,
        text: `let its_${name}; const ${name} = () => its_${name} ??= ${code.slice(from, to)};`,
      });
    },
    MemberExpression({ computed, property }) {
      if (!computed) names.add(property.start);
    },
    Property({ computed, key }) {
      if (!computed) names.add(key.start);
    },
    Identifier({ name, start, end }) {
      used.push({ name, start, end });
    },
  }).visit(program);
  const uses = used.filter(({ name, start }) => late.has(name) && !names.has(start));
  return [...edits, ...uses.map(({ name, start, end }) => ({ start, end, text: `(${name}())` }))];
}

function isLate(file: string): boolean {
  return (file.startsWith('./') && file !== './rolldown-runtime.js') || DEAR_MODULES.includes(file);
}
