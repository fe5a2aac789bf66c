/** An element of an XML text, in the order of their beginnings. */
export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly Element[];
}

const MARKUP = /<\?[^?]*\?>|<(\/?)([a-z-]+)((?:\s+[a-z]+="[^"<]*")*)\s*(\/?)>/g;

/** The elements of an XML text; throws where it is not well-formed. It knows as much of XML as our reports use. */
export function elementsOf(xml: string): Element[] {
  const elements: Element[] = [];
  const open: { readonly name: string; readonly children: Element[] }[] = [];
  let at = 0;
  for (const match of xml.matchAll(MARKUP)) {
    requireText(xml.slice(at, match.index));
    at = match.index + match[0].length;
    const [, isEnd, name, attributes = '', isEmpty] = match;
    if (name === undefined) continue;
    if (isEnd === '/') {
      if (open.pop()?.name !== name) throw new Error(`</${name}> ends nothing`);
      continue;
    }
    const pairs = Array.from(attributes.matchAll(/([a-z]+)="([^"]*)"/g), ([, key = '', value = '']) => {
      requireText(value);
      return [key, value] as const;
    });
    const element = { name, attributes: Object.fromEntries(pairs), children: [] };
    elements.push(element);
    open.at(-1)?.children.push(element);
    if (isEmpty !== '/') open.push(element);
  }
  requireText(xml.slice(at));
  if (open.length > 0) throw new Error(`<${open.map(({ name }) => name).join('><')}> do not end`);
  return elements;
}

function requireText(text: string): void {
  const wrong = /[<>]|&(?!(amp|lt|gt|quot);)|(?![\t\n\r])\p{Cc}|[\ufffe\uffff]|\p{Surrogate}/u.exec(text);
  if (wrong !== null) throw new Error(`${JSON.stringify(wrong[0])} stands in the text ${JSON.stringify(text)}`);
}
