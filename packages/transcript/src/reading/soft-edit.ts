import { list, obj, str, word } from '../json.ts';

/** A file that a command writes; what it writes is not recorded. */
export interface SoftEdit {
  path: string;
  change: 'write' | 'delete' | 'move';
}

const max = { command: 20_000, words: 2000, edits: 20, path: 1000 };

/** The files a shell command writes, as far as its text says so: redirections and the common commands. */
export function softEdits(input: unknown): SoftEdit[] {
  const text = commandOf(input);
  if (text === undefined) return [];
  const found = new Map<string, SoftEdit>();
  for (const words of commands(text.slice(0, max.command))) {
    for (const edit of editsOf(words)) {
      if (!isFile(edit.path) || found.size >= max.edits) continue;
      found.set(edit.path, edit);
    }
  }
  return [...found.values()];
}

function commandOf(input: unknown): string | undefined {
  const o = obj(input);
  const command = o.command ?? o.cmd ?? (typeof input === 'string' ? input : undefined);
  if (!Array.isArray(command)) return str(command);
  const words = list(command).map(word);
  // `["bash", "-lc", "…"]`: the script is what runs.
  return words.length === 3 && /^-l?c$/.test(words[1] ?? '') ? words[2] : words.join(' ');
}

const isFile = (path: string): boolean =>
  path !== '' &&
  path.length <= max.path &&
  !path.startsWith('-') &&
  !path.startsWith('/dev/') &&
  !/[$`*?{}()<>|&;\n]/.test(path);

interface Word {
  text: string;
  /** `>` or `>>` stood before it. */
  isTarget: boolean;
}

/** Words of each simple command; quotes hold words together. One pass, no backtracking. */
function commands(text: string): Word[][] {
  const result: Word[][] = [];
  let words: Word[] = [];
  let current = '';
  let isOpen = false;
  let isTarget = false;
  let quote = '';
  let count = 0;
  const endWord = () => {
    if (isOpen && count++ < max.words) words.push({ text: current, isTarget });
    if (isOpen) isTarget = false;
    current = '';
    isOpen = false;
  };
  const endCommand = () => {
    endWord();
    isTarget = false;
    if (words.length > 0) result.push(words);
    words = [];
  };
  for (let at = 0; at < text.length; at++) {
    const c = text[at] as string;
    if (quote !== '') {
      if (c === quote) quote = '';
      else if (c === '\\' && quote === '"' && at + 1 < text.length) current += text[++at];
      else current += c;
    } else if (c === '"' || c === "'") {
      quote = c;
      isOpen = true;
    } else if (c === '\\' && at + 1 < text.length) {
      current += text[++at];
      isOpen = true;
    } else if (c === '<' && text[at + 1] === '<') {
      // A here-document: its lines are data, up to a line with its word alone.
      const end = hereDocument(text, at);
      if (end > at) {
        words.push({ text: '<<', isTarget: false });
        const rest = text.slice(at, text.indexOf('\n', at) < 0 ? text.length : text.indexOf('\n', at));
        for (const target of redirections(rest)) words.push({ text: target, isTarget: true });
        endCommand();
        at = end - 1;
      }
    } else if (c === '>') {
      // `2>` and `2>&1` are the errors' way out, still a file when one follows.
      if (/^[012&]$/.test(current)) {
        current = '';
        isOpen = false;
      }
      endWord();
      if (text[at + 1] === '>' || text[at + 1] === '|') at++;
      if (text[at + 1] === '&') at++;
      else isTarget = true;
    } else if (c === '\n' || c === ';' || c === '|' || c === '&') endCommand();
    else if (c === ' ' || c === '\t') endWord();
    else {
      current += c;
      isOpen = true;
    }
  }
  endCommand();
  return result;
}

function hereDocument(text: string, at: number): number {
  const mark = /^<<-?[ \t]*(['"]?)([A-Za-z_][A-Za-z0-9_]{0,60})\1/.exec(text.slice(at, at + 80))?.[2];
  if (mark === undefined) return at;
  const body = text.indexOf('\n', at);
  if (body < 0) return at;
  for (let from = body + 1; from < text.length; ) {
    const next = text.indexOf('\n', from);
    const end = next < 0 ? text.length : next;
    if (text.slice(from, end).trim() === mark) return end;
    from = end + 1;
  }
  return text.length;
}

/** Targets of `>` on the line that opens a here-document. */
function redirections(line: string): string[] {
  return [...line.matchAll(/>>?[ \t]*(['"]?)([^\s'"<>|&;]+)\1/g)].map((match) => match[2] as string);
}

function editsOf(words: readonly Word[]): SoftEdit[] {
  const edits = words
    .filter(({ isTarget }) => isTarget)
    .map(({ text }): SoftEdit => ({ path: text, change: 'write' }));
  const plain = words.filter(({ isTarget }) => !isTarget).map(({ text }) => text);
  while (/^(?:sudo|env|command|time|nohup|[A-Za-z_][A-Za-z0-9_]*=.*)$/s.test(plain[0] ?? '')) plain.shift();
  if (plain[0] === 'git' && (plain[1] === 'rm' || plain[1] === 'mv')) plain.shift();
  const [name, ...rest] = plain;
  const files = rest.filter((one) => !one.startsWith('-'));
  switch (name) {
    case 'tee':
    case 'touch':
    case 'truncate':
      return [...edits, ...files.map((path): SoftEdit => ({ path, change: 'write' }))];
    case 'rm':
    case 'unlink':
      return [...edits, ...files.map((path): SoftEdit => ({ path, change: 'delete' }))];
    case 'mv': {
      const to = files.at(-1);
      if (files.length !== 2 || to === undefined) return edits;
      return [...edits, { path: files[0] as string, change: 'move' }, { path: to, change: 'write' }];
    }
    case 'cp': {
      const to = files.at(-1);
      return files.length === 2 && to !== undefined ? [...edits, { path: to, change: 'write' }] : edits;
    }
    case 'sed':
    case 'perl': {
      if (!rest.some((one) => /^-[a-zA-Z]*i/.test(one) || one === '--in-place')) return edits;
      // The script is the first word that is no option; the files come after it.
      return [...edits, ...files.slice(1).map((path): SoftEdit => ({ path, change: 'write' }))];
    }
    default:
      return edits;
  }
}
