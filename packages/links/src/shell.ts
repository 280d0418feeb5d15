import { parseShell } from '@debrief/shell';
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

/** Files that a script writes out of its own text: `cat > file <<EOF`. */
export function textWrittenBy(script: string): FileChange[] {
  if (!script.includes('<<')) return [];
  return parseShell(script).commands.flatMap(({ name, args, input, redirections }): FileChange[] => {
    if (input === undefined) return [];
    const target = redirections.find(({ operator }) => /^(?:>|>>|>\|)$/.test(operator))?.target;
    const path = target ?? (name === 'tee' ? args.find(({ value }) => !value.startsWith('-')) : undefined);
    if (!path?.isKnown || path.value.startsWith('/dev/')) return [];
    return [
      { path: path.value, change: 'add', added: 0, removed: 0, source: { kind: 'content', text: input } },
    ];
  });
}
