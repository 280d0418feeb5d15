import type { Argument, Redirection } from '../command.ts';

/** A command of a PowerShell or cmd script before its cmdlet has been given a common name. */
export interface Line {
  words: Argument[];
  redirections: Redirection[];
  /** What stands before it: `|`, `&&`, `||`, or an end of a statement. */
  joint: '|' | '&&' | '||' | ';';
  position: number;
}

/** Operators, quotes and plain text, one of them at a time. Each alternative is bounded or a plain run. */
const token =
  /\\?\r?\n|`\r?\n|\|\||&&|[;|{}()]|\*?[0-9]?>{1,2}(?:&\d)?|'(?:[^']|'')*'|"(?:[^"`]|`[\s\S]|"")*"|@["'][\s\S]{0,1000}?\n["']@|<#[\s\S]{0,1000}?#>|[^\s;|{}()'">`]+|`[\s\S]|\s+|[\s\S]/g;

/** Takes a script apart by quotes and operators. Blocks (`{ … }`) are read as commands of their own. */
export function linesOf(script: string, maxLines: number): { lines: Line[]; isWhole: boolean } {
  const lines: Line[] = [];
  let line: Line = { words: [], redirections: [], joint: ';', position: 0 };
  let word: Argument | undefined;
  let redirect: string | undefined;
  const endWord = () => {
    if (word === undefined) return;
    if (redirect === undefined) line.words.push(word);
    else line.redirections.push({ operator: redirect, target: word });
    word = undefined;
    redirect = undefined;
  };
  const endLine = (joint: Line['joint'], at: number) => {
    endWord();
    if (line.words.length > 0 || line.redirections.length > 0) lines.push(line);
    line = { words: [], redirections: [], joint, position: at };
  };
  const add = (text: string, isKnown: boolean) => {
    word = { value: (word?.value ?? '') + text, isKnown: (word?.isKnown ?? true) && isKnown, hasGlob: false };
  };
  let round = 0;
  for (const { 0: text, index } of script.matchAll(token)) {
    if (lines.length >= maxLines) return { lines, isWhole: false };
    const first = text.charAt(0);
    // What stands in round brackets is a value that is worked out: one word, and not known.
    if (first === '(') round++;
    if (round > 0) {
      add(text, false);
      if (first === ')') round--;
    } else if (/^\\?\r?\n$/.test(text)) endLine(';', index);
    else if (first === '|' || text === '&&') endLine(text as Line['joint'], index);
    else if (first === ';' || first === '{' || first === '}' || first === ')')
      endLine(first === '{' ? line.joint : ';', index);
    else if (first === '`') word ? add(text.slice(1).trim(), true) : endWord();
    else if (text.startsWith('<#')) endWord();
    else if (/^\s/.test(text)) endWord();
    else if (/^\*?[0-9]?>/.test(text)) {
      endWord();
      if (!text.includes('&')) redirect = /^[2-9]/.test(text) ? '2>' : text.replace(/^[*1]/, '');
    } else if (first === "'" || (first === '"' && text.length > 1)) {
      const inner = text.slice(1, -1);
      add(
        first === "'" ? inner.replaceAll("''", "'") : inner.replaceAll('`"', '"'),
        first === "'" || !/\$[\w({]/.test(inner),
      );
    } else add(text, !/^\$|[$%]\w/.test(text) || text === '$null');
  }
  endLine(';', script.length);
  return { lines, isWhole: round === 0 };
}
