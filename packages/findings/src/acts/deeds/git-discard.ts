import { resolvePath, type SimpleCommand } from '@debrief/shell';
import { placeOf, type Surroundings } from '../../place.ts';
import { type DeedDraft, hasFlag, type Loss, operandsOf, type Result } from './deed.ts';

const maxPaths = 20;

const discarded = (what: string, loss: Loss, target = loss.paths.join(' ') || '.'): DeedDraft => ({
  rule: 'git.discard',
  severity: 'medium',
  target,
  what,
  wish: 'discard',
  loss: { ...loss, paths: loss.paths.slice(0, maxPaths).map((path) => path.slice(0, 200)) },
});

const changes = 'Discarded uncommitted changes';

/** What git throws away of a working tree. Whether anything was there, the state of the session knows. */
export function discard(
  verb: string,
  command: SimpleCommand,
  { output }: Result,
  around: Surroundings,
): DeedDraft | undefined {
  const words = command.args.map(({ value }) => value);
  const operands = operandsOf(command).map(({ value }) => value);
  switch (verb) {
    case 'reset':
      if (!hasFlag(command, '--hard', '--merge')) return undefined;
      return discarded('Discarded uncommitted work', { of: 'all', paths: [] }, operands.join(' ') || '.');
    case 'checkout':
      return checkout(command, words, operands);
    case 'switch':
      return hasFlag(command, '-f', '--force', '--discard-changes')
        ? discarded(changes, { of: 'all', paths: [] })
        : undefined;
    case 'restore': {
      if (hasFlag(command, '--staged', '-S') && !hasFlag(command, '--worktree', '-W')) return undefined;
      const paths = withoutSource(command, operands);
      return discarded(changes, isEverything(paths) ? { of: 'all', paths: [] } : { of: 'paths', paths });
    }
    case 'clean':
      return clean(command, operands, output, around);
    case 'read-tree':
    case 'checkout-index':
      return hasFlag(command, '--reset', '-f', '--force') && hasFlag(command, '-u', '-a', '--all')
        ? discarded(changes, { of: 'all', paths: [] })
        : undefined;
    case 'stash':
      return stash(operands, output);
    default:
      return undefined;
  }
}

const isEverything = (paths: readonly string[]): boolean =>
  paths.some((path) => path === '.' || path === ':/' || path === './' || path === '*');

/** `--source X` takes a value that is no path. */
function withoutSource(command: SimpleCommand, operands: readonly string[]): string[] {
  const at = command.args.findIndex(({ value }) => value === '--source' || value === '-s');
  const source = at < 0 ? undefined : command.args[at + 1]?.value;
  return operands.filter((one) => one !== source);
}

function checkout(command: SimpleCommand, words: string[], operands: string[]): DeedDraft | undefined {
  const dashes = words.indexOf('--');
  const isFile = (value: string) => value === '.' || /(?:\/|^)[^/]{1,100}\.[A-Za-z]{1,5}$/.test(value);
  const paths = dashes >= 0 ? words.slice(dashes + 1) : operands.filter(isFile);
  if (hasFlag(command, '-f', '--force')) return discarded(changes, { of: 'all', paths: [] });
  if (hasFlag(command, '-b', '-B', '--orphan')) return undefined;
  if (paths.length === 0 || hasFlag(command, '--ours', '--theirs', '--merge')) return undefined;
  return discarded(changes, isEverything(paths) ? { of: 'all', paths: [] } : { of: 'paths', paths });
}

function clean(
  command: SimpleCommand,
  operands: string[],
  output: string,
  around: Surroundings,
): DeedDraft | undefined {
  if (!hasFlag(command, '-f', '--force') || hasFlag(command, '-n', '--dry-run')) return undefined;
  const removed = [...output.matchAll(/^Removing (.{1,300})$/gm)].map(([, path = '']) => path);
  const lost = removed.filter(
    (path) => placeOf(resolvePath(command.cwd ?? around.root, path), around) !== 'build',
  );
  // All that went is what a build makes again.
  if (removed.length > 0 && lost.length === 0) return undefined;
  const paths = removed.length > 0 ? lost : operands;
  return discarded('Deleted files git does not track', { of: 'untracked', paths }, operands.join(' ') || '.');
}

function stash(operands: string[], output: string): DeedDraft | undefined {
  const [verb] = operands;
  if (verb !== 'drop' && verb !== 'clear') return undefined;
  const hash = /^Dropped \S{1,60} \(([0-9a-f]{7,40})\)/m.exec(output)?.[1];
  return discarded(
    'Dropped stashed work',
    { of: verb === 'clear' ? 'stashes' : 'stash', paths: [], ...(hash && { hash }) },
    'stash',
  );
}
