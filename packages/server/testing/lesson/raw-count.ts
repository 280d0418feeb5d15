import { readFileSync } from 'node:fs';

/**
 * Counts rules in the records of Claude Code as they lie on disk: its own splitting of commands, its own idea of which
 * lines are new, and nothing of the product's. What it finds is held against what the product finds.
 */

export interface RawKept {
  opportunities: number;
  kept: number;
}

/** What a session did, in order. */
export type RawDeed =
  | { kind: 'command'; words: string[]; isOk: boolean }
  | { kind: 'edit'; path: string; added: string[][] };

interface Block {
  type?: string;
  id?: string;
  name?: string;
  input?: Record<string, unknown>;
  tool_use_id?: string;
  is_error?: boolean;
  content?: unknown;
}

const blocksOf = (record: { message?: { content?: unknown } }): Block[] =>
  Array.isArray(record.message?.content) ? (record.message.content as Block[]) : [];

export function rawDeeds(file: string): RawDeed[] {
  const results = new Map<string, { isOk: boolean; isRefused: boolean; patch?: { lines: string[] }[] }>();
  const calls: Block[] = [];
  const seen = new Set<string>();
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    if (line.trim() === '') continue;
    const record = JSON.parse(line);
    for (const block of blocksOf(record)) {
      if (block.type === 'tool_use' && block.id && !seen.has(block.id)) {
        seen.add(block.id);
        calls.push(block);
      }
      if (block.type === 'tool_result' && block.tool_use_id)
        results.set(block.tool_use_id, {
          isOk: block.is_error !== true,
          isRefused:
            /^(?:The user doesn't want|<tool_use_error>|Permission to use|\[Request interrupted)|doesn't want to (?:proceed|take this action)/.test(
              textOf(block.content),
            ),
          patch: record.toolUseResult?.structuredPatch,
        });
    }
  }
  return calls.flatMap((call) => deedsOf(call, results.get(call.id ?? '')));
}

const textOf = (content: unknown): string =>
  typeof content === 'string'
    ? content
    : Array.isArray(content)
      ? content.map((one) => (one as { text?: string }).text ?? '').join('\n')
      : '';

function deedsOf(
  { name, input = {} }: Block,
  result: { isOk: boolean; isRefused: boolean; patch?: { lines: string[] }[] } | undefined,
): RawDeed[] {
  if (!result || result.isRefused) return [];
  if (name === 'Bash' || name === 'PowerShell')
    return commandsOf(String(input.command ?? '')).flatMap((words): RawDeed[] => [
      { kind: 'command', words, isOk: result.isOk },
      ...writtenBy(words).map((path): RawDeed => ({ kind: 'edit', path, added: [] })),
    ]);
  const path = String(input.file_path ?? '');
  if (!result.isOk || isScratch(path)) return [];
  if (name === 'Write' || name === 'Edit' || name === 'MultiEdit') {
    const hunks = (result.patch ?? []).map(({ lines }) => lines.filter((line) => !line.startsWith('-')));
    const edits = (name === 'MultiEdit' ? input.edits : [input]) as Record<string, string>[];
    const added =
      hunks.length > 0
        ? hunks
        : edits.map(({ content, old_string = '', new_string = '' }) =>
            content === undefined ? newLines(old_string, new_string) : newLines('', content),
          );
    return [{ kind: 'edit', path: path.replaceAll('\\', '/'), added }];
  }
  return [];
}

/** Files that a command writes. */
function writtenBy(words: readonly string[]): string[] {
  const [program, ...rest] = words;
  const named = rest.filter((word) => !word.startsWith('-'));
  const written = rest.flatMap((word, at) => {
    const target = /^[12]?>>?(?!&)(.*)$/.exec(word)?.[1];
    return target === undefined ? [] : [target === '' ? (rest[at + 1] ?? '') : target];
  });
  if (program === 'sed' && rest.some((word) => /^-\w*i/.test(word))) written.push(named.at(-1) ?? '');
  if (
    program === 'git' &&
    rest[0] === 'apply' &&
    !rest.some((word) => /^--(?:cached|check|stat)$/.test(word))
  )
    written.push('.');
  if (program === 'tee') written.push(...named);
  if (program === 'cp' || program === 'mv') written.push(named.at(-1) ?? '');
  return written.filter(
    (path) => path !== '' && !/^(?:\/dev\/|&|~|\$|NUL$|\/?[a-zA-Z]?\/?tmp\/)/.test(path) && !isScratch(path),
  );
}

/** Lines of the second text, `+` before those that the first has not. */
function newLines(before: string, after: string): string[] {
  const left = new Map<string, number>();
  for (const line of before.split('\n')) left.set(line, (left.get(line) ?? 0) + 1);
  return after.split('\n').map((line) => {
    const known = left.get(line) ?? 0;
    if (known > 0) left.set(line, known - 1);
    return `${known > 0 ? ' ' : '+'}${line}`;
  });
}

const isScratch = (path: string): boolean =>
  /(?:^|[/\\])(?:(?:tmp|Temp|scratchpad)[/\\]|\.claude[/\\](?!worktrees))|^\/(?:private\/)?(?:var|tmp)\//.test(
    path,
  );

/** Words of each command of a script: quotes and here-documents are respected, options of git taken off. */
export function commandsOf(script: string): string[][] {
  const plain = script.replace(/<<-?\s*['"]?(\w+)['"]?([^\n]*)\n(?:[\s\S]*?\n)??\s*\1\b/g, '$2');
  const commands: string[][] = [[]];
  let word = '';
  let quote = '';
  const end = () => {
    if (word !== '') commands.at(-1)?.push(word);
    word = '';
  };
  for (let at = 0; at < plain.length; at++) {
    const one = plain[at] as string;
    if (quote !== '') {
      if (one === '\\' && quote === '"') word += plain[++at] ?? '';
      else if (one === quote) quote = '';
      else word += one;
    } else if (one === '"' || one === "'") quote = one;
    else if (one === '\\' && plain[at + 1] === '\n') at++;
    else if (/[\s]/.test(one) && one !== '\n') end();
    else if (/[\n;|&()]/.test(one)) {
      end();
      commands.push([]);
    } else word += one;
  }
  end();
  return commands.map(withoutPrefix).filter((words) => words.length > 0);
}

function withoutPrefix(words: string[]): string[] {
  const from = words.findIndex(
    (word) =>
      !/^\w+=/.test(word) && !['do', 'then', 'else', 'if', '!', '{', 'time', 'while', 'sudo'].includes(word),
  );
  const [program = '', ...rest] = from < 0 ? [] : words.slice(from);
  if (program === '') return [];
  if (program !== 'git') return [program.slice(program.lastIndexOf('/') + 1).replace(/\.exe$/, ''), ...rest];
  let at = 0;
  while (rest[at]?.startsWith('-'))
    at += ['-C', '-c', '--git-dir', '--work-tree'].includes(rest[at] ?? '') ? 2 : 1;
  return [program, ...rest.slice(at)];
}

const ran = (words: readonly string[], wanted: string): boolean => {
  const [first, ...rest] = wanted.split(' ');
  const plain = words.filter((word, at) => at === 0 || !word.startsWith('-'));
  return plain[0] === first && rest.every((word, at) => plain[at + 1] === word);
};

export type RawRule =
  | { form: 'before commit'; ran: string[] }
  | { form: 'at the end'; ran: string[] }
  | { form: 'in the session'; ran: string[] }
  | { form: 'new code'; adds: string; ends: RegExp; has: string[] }
  | { form: 'never written'; adds: string; ends: RegExp }
  | { form: 'instead'; use: string; not: string };

export function rawCount(deeds: readonly RawDeed[], rule: RawRule): RawKept {
  switch (rule.form) {
    case 'before commit':
      return beforeCommit(deeds, rule.ran);
    case 'in the session':
    case 'at the end': {
      const last = deeds.findLastIndex(({ kind }) => kind === 'edit');
      const after = rule.form === 'at the end' ? deeds.slice(last + 1) : deeds;
      const isKept = after.some((deed) => isRun(deed, rule.ran));
      return last < 0 ? { opportunities: 0, kept: 0 } : { opportunities: 1, kept: Number(isKept) };
    }
    case 'new code':
      return newCode(deeds, rule);
    case 'never written': {
      const lines = deeds.flatMap((deed) =>
        deed.kind === 'edit' && rule.ends.test(deed.path)
          ? deed.added.flat().filter((one) => one[0] === '+')
          : [],
      );
      const isKept = !lines.some((line) => line.includes(rule.adds));
      return lines.length === 0 ? { opportunities: 0, kept: 0 } : { opportunities: 1, kept: Number(isKept) };
    }
    case 'instead': {
      const commands = deeds.flatMap((deed) => (deed.kind === 'command' ? [deed.words] : []));
      const kept = commands.filter((words) => ran(words, rule.use)).length;
      return { kept, opportunities: kept + commands.filter((words) => ran(words, rule.not)).length };
    }
  }
}

const isRun = (deed: RawDeed, wanted: readonly string[]): boolean =>
  deed.kind === 'command' && deed.isOk && wanted.some((one) => ran(deed.words, one));

function beforeCommit(deeds: readonly RawDeed[], wanted: readonly string[]): RawKept {
  const found = { opportunities: 0, kept: 0 };
  let isRight = false;
  for (const deed of deeds) {
    if (deed.kind === 'edit') isRight = false;
    else if (isRun(deed, wanted)) isRight = true;
    if (
      deed.kind === 'command' &&
      deed.isOk &&
      ran(deed.words, 'git commit') &&
      !deed.words.includes('--dry-run')
    ) {
      found.opportunities++;
      if (isRight) found.kept++;
    }
  }
  return found;
}

function newCode(
  deeds: readonly RawDeed[],
  { adds, ends, has }: Extract<RawRule, { form: 'new code' }>,
): RawKept {
  const found = { opportunities: 0, kept: 0 };
  for (const deed of deeds) {
    if (deed.kind !== 'edit' || !ends.test(deed.path)) continue;
    for (const hunk of deed.added) {
      const starts = hunk.flatMap((line, at) => (line.includes(adds) ? [at] : []));
      for (const [index, at] of starts.entries()) {
        if (hunk[at]?.[0] !== '+') continue;
        found.opportunities++;
        const block = hunk.slice(at, starts[index + 1] ?? hunk.length);
        if (block.some((line) => has.some((one) => line.includes(one)))) found.kept++;
      }
    }
  }
  return found;
}
