import type { SimpleCommand } from '@debrief/shell';

/** Lines that a command takes out of its files and puts into them, as far as its own words say. */
export interface ScriptedLines {
  added: string[];
  removed: string[];
}

const maxScripts = 10;
const maxLines = 200;
/** `s/old/new/`, with whatever stands for the slash. */
const substitution =
  /^(?:[\d,$]{0,12}|\/[^/\n]{0,200}\/)?s([/|#,@~!])((?:\\.|(?!\1)[^\\\n]){1,400})\1((?:\\.|(?!\1)[^\\\n]){0,400})(?:\1|$)/;
/** `/assert.*EUR/d` takes the lines out that have it. */
const deletion = /^\/((?:\\.|[^\\/\n]){1,400})\/\s{0,2}d\b/;

/** `1i // eslint-disable` puts a line in. */
const insertion = /^(?:\d{1,6}|\$|\/[^/\n]{1,200}\/)\s{0,2}[ia]\\?\s{0,4}(\S[^\n]{0,400})$/;

/** A regular expression as the text that it stands for, near enough to tell what it is about. */
const asText = (pattern: string): string =>
  pattern
    .replace(/\\([./()[\]{}*+?$^|'"#-])/g, '$1')
    .replace(/\\[1-9]|&/g, '')
    .replace(/\\n/g, '\n');

/** `sed -i`, `perl -pi -e` and what is written by `echo … >> file` or a here-document. */
export function scriptedLines(command: SimpleCommand): ScriptedLines {
  const lines: ScriptedLines = { added: [], removed: [] };
  const words = command.args.map(({ value }) => value);
  if (/^(?:g?sed|perl|ruby)$/.test(command.name)) {
    for (const word of words.slice(0, maxScripts * 2)) {
      for (const script of word.split(/;\s{0,3}|\n/).slice(0, maxScripts)) {
        const swapped = substitution.exec(script.trim().slice(0, 1000));
        if (swapped) {
          lines.removed.push(asText(swapped[2] ?? ''));
          lines.added.push(...asText(swapped[3] ?? '').split('\n'));
          continue;
        }
        const put = insertion.exec(script.trim().slice(0, 1000));
        if (put) lines.added.push(asText(put[1] ?? ''));
        const gone = deletion.exec(script.trim().slice(0, 500));
        if (gone) lines.removed.push(asText(gone[1] ?? ''));
      }
    }
    return lines;
  }
  const isAppended = command.redirections.some(({ operator }) => operator === '>>');
  const isTeed = command.name === 'tee' && words.some((word) => word === '-a' || word === '--append');
  if (!isAppended && !isTeed) return lines;
  const said = /^(?:echo|printf)$/.test(command.name)
    ? words.join(' ').replaceAll('\\n', '\n')
    : command.input;
  lines.added.push(...(said ?? '').slice(0, 20_000).split('\n', maxLines));
  return lines;
}
