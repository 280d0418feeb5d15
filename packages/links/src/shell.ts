import { type Argument, parseShell } from '@debrief/shell';
import type { FileChange } from '@debrief/transcript';

/** The script of a shell call, in the forms that agents record it. */
export function scriptOf(input: unknown): string | undefined {
  if (typeof input === 'string') return input;
  if (typeof input !== 'object' || input === null) return undefined;
  const { command, cmd, script } = input as Record<string, unknown>;
  const given = command ?? cmd ?? script;
  if (typeof given === 'string') return given;
  if (!Array.isArray(given) || !given.every((word) => typeof word === 'string')) return undefined;
  // `["bash", "-lc", "…"]`: the script is what runs.
  return given.length === 3 && /^-[a-z]*c$/.test(given[1] ?? '') ? given[2] : given.join(' ');
}

/** Files that a script writes out of its own text: `cat > file <<EOF`, `echo text >> file`. */
export function textWrittenBy(script: string): FileChange[] {
  // Most commands write nothing of their own and need no parsing.
  if (!script.includes('<<') && !(script.includes('>') && /\b(?:echo|printf)\b/.test(script))) return [];
  return parseShell(script).commands.flatMap(({ name, args, input, redirections }): FileChange[] => {
    const text = input ?? printedText(name, args);
    if (text === undefined) return [];
    const target = redirections.find(({ operator }) => /^(?:>|>>|>\|)$/.test(operator))?.target;
    const path = target ?? (name === 'tee' ? args.find(({ value }) => !value.startsWith('-')) : undefined);
    if (!path?.isKnown || path.value.startsWith('/dev/')) return [];
    return [{ path: path.value, change: 'add', added: 0, removed: 0, source: { kind: 'content', text } }];
  });
}

/** What `echo` and `printf` print, as far as lines can be recognised by it. */
function printedText(name: string, args: readonly Argument[]): string | undefined {
  if (name !== 'echo' && name !== 'printf') return undefined;
  const words = args.map(({ value }) => value).filter((value) => !/^-[neE]+$/.test(value));
  return words.join(name === 'echo' ? ' ' : '\n').replaceAll('\\n', '\n');
}
