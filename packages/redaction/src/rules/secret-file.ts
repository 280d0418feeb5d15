import { isSecretFile } from '@debrief/shell';
import { pattern, type Range, type Rule } from '../rule.ts';

/** Behind these a path stands that the lines below it belong to: a diff of git, of diff, of an agent's patch tool. */
const HEADER =
  /(?:diff --git (?:"?a\/)?|\*\*\* (?:Add|Update|Delete) File: |\+\+\+ (?:b\/)?)([^\s"\\]{1,512})/y;
/** A line end, plain or escaped. */
const LINE_END = /\r?\n|\\{1,3}(?:r\\{1,3})?n/g;
const NEXT_FILE = /(?:diff --git |\*\*\* (?:Add|Update|Delete|End|Begin)|--- (?:a\/|\/dev)|```)/y;

/** What a diff says of a file that holds secrets by trade: its lines, up to the next file. */
function changes(text: string, at: number): Range | undefined {
  HEADER.lastIndex = at;
  const path = HEADER.exec(text)?.[1];
  if (!path || !isSecretFile(path)) return undefined;
  LINE_END.lastIndex = HEADER.lastIndex;
  const first = LINE_END.exec(text);
  if (!first) return undefined;
  const start = LINE_END.lastIndex;
  let end = text.length;
  for (let found: RegExpExecArray | null = first; found; found = LINE_END.exec(text)) {
    NEXT_FILE.lastIndex = LINE_END.lastIndex;
    if (!NEXT_FILE.test(text) || isOwnHeader(text, LINE_END.lastIndex, path)) continue;
    end = found.index;
    break;
  }
  return end - start >= 4 ? [start, end] : undefined;
}

/** `--- a/.env` below `diff --git a/.env b/.env` begins no other file. */
const isOwnHeader = (text: string, at: number, path: string) =>
  text.startsWith('--- ', at) && (text.startsWith(path, at + 6) || text.startsWith('/dev/null', at + 4));

/** Contents of files that hold secrets by trade, where a text says from which file they are. */
export const secretFileRules: readonly Rule[] = [
  {
    name: 'secret-file',
    keywords: ['diff --git ', '*** Add File: ', '*** Update File: ', '+++ b/', '+++ .'],
    match: changes,
  },
  // grep over many files: `config/.env:12:NAME=value`
  pattern(
    'secret-file',
    ['.env:', '.env.local:', '.env.production:'],
    /(?<=(?:^|\n|\\n)[\w@./~-]{0,256})\.env[\w.]{0,16}(?::(?:\d{1,6}:)?|-\d{1,6}-)(?=[^\n\\]{0,200}=)([^\n\\]{4,4000})/,
  ),
];
