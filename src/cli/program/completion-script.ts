import { TURNTABLE } from '../../package-files.js';
import { shellLine } from '../../report/shell-line.js';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

/**
 * A script that makes a shell complete the words of `turntable`, by asking this program: it prints a line for each word, with a tab and its
 * meaning; the line `:files` means that file names fit too.
 */
export function completionScript(shell: Shell): string {
  const program = [process.execPath, TURNTABLE, 'complete', '--'];
  return SCRIPTS[shell](shell === 'fish' ? program.map(fishWord).join(' ') : shellLine(program));
}

function fishWord(word: string): string {
  return `'${word.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

const SCRIPTS: Readonly<Record<Shell, (program: string) => string>> = {
  bash: (program) => `# bash completion of turntable: source <(turntable completion bash)
_turntable() {
  local line current done
  local -a words
  # by spaces: bash has cut @last and a=b into pieces, and wants only the last piece
  read -r -a words <<<"\${COMP_LINE:0:COMP_POINT}"
  [[ \${COMP_LINE:0:COMP_POINT} == *[[:space:]] ]] && words+=("")
  current=\${words[\${#words[@]}-1]}
  done=\${current%"\${current##*[@:=]}"}
  COMPREPLY=()
  while IFS= read -r line; do
    if [[ $line == :files ]]; then
      compopt -o filenames 2>/dev/null
      while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -f -- "\${current##*=}")
    else
      line=\${line%%$'\\t'*}
      COMPREPLY+=("\${line#"$done"}")
    fi
  done < <(${program} "\${words[@]:1}" 2>/dev/null)
}
complete -F _turntable turntable
`,
  zsh: (program) => `#compdef turntable
# zsh completion of turntable: source <(turntable completion zsh), after compinit
_turntable() {
  local line
  local -a values
  local -i files=0
  for line in "\${(@f)$(${program} "\${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
    if [[ $line == :files ]]; then
      files=1
    elif [[ -n $line ]]; then
      values+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}")
    fi
  done
  (( $#values )) && _describe -V turntable values
  (( files )) && _files
}
if [[ $funcstack[1] == _turntable ]]; then
  _turntable "$@"
else
  compdef _turntable turntable
fi
`,
  fish: (program) => `# fish completion of turntable: turntable completion fish | source
function __turntable_complete
    set -l words (commandline -opc) (commandline -ct)
    for line in (${program} $words[2..-1] 2>/dev/null)
        if test "$line" = :files
            __fish_complete_path (commandline -ct)
        else
            echo $line
        end
    end
end
complete -c turntable -f -a '(__turntable_complete)'
`,
};
