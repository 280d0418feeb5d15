import type { SimpleCommand } from '@debrief/shell';

/** What a command of git does to the edits of a session that a run would see. */
export type TreeChange = 'put away' | 'brought back';

const valued = new Set(['-C', '-c', '--git-dir', '--work-tree']);

/** The words behind `git`, without its own options. */
function wordsOf({ args }: SimpleCommand): string[] {
  const words = args.slice(0, 40).map(({ value }) => value);
  let at = 0;
  while (words[at]?.startsWith('-')) at += valued.has(words[at] as string) ? 2 : 1;
  return words.slice(at);
}

export function treeChange(command: SimpleCommand): TreeChange | undefined {
  return command.name === 'git' ? treeChangeOf(wordsOf(command)) : undefined;
}

/** Of a command as it is kept: `git stash push -u`. */
export const treeChangeOfLine = (line: string): TreeChange | undefined =>
  line.startsWith('git ') ? treeChangeOf(line.split(' ').slice(1, 40)) : undefined;

/** A state before the session's: the main line, a remote branch, a commit by its number, one further back. */
const earlier =
  /^(?:(?:origin|upstream)\/\S{1,100}|main|master|trunk|develop|HEAD[~^]\d{0,4}|@\{\S{1,20}\}|[0-9a-f]{7,40}|\S{1,60}[~^]\d{0,4})$/;

function treeChangeOf([verb = '', ...rest]: readonly string[]): TreeChange | undefined {
  switch (verb) {
    case 'stash': {
      const [what = 'push'] = rest;
      if (/^(?:pop|apply|branch)$/.test(what)) return 'brought back';
      return /^(?:push|save|-\S{0,40})$/.test(what) && !rest.includes('--staged') ? 'put away' : undefined;
    }
    case 'checkout':
    case 'switch':
      return moved(rest);
    // What is fetched in, or put on top, is the work again.
    case 'merge':
    case 'pull':
    case 'cherry-pick':
    case 'rebase':
    case 'am':
    case 'commit':
      return 'brought back';
    default:
      return undefined;
  }
}

function moved(words: readonly string[]): TreeChange | undefined {
  // Single files are restored, and a new branch takes the work along.
  if (words.includes('--') || words.some((word) => /^-(?:b|B|c|C|-orphan|-create)$/.test(word)))
    return undefined;
  const names = words.filter((word) => !word.startsWith('-') || word === '-');
  const [name] = names;
  if (name === undefined || names.length > 1) return undefined;
  return earlier.test(name) ? 'put away' : 'brought back';
}

/** The folder that `git worktree add` makes for a state that is there already; a new branch is for work. */
export function baseFolder(line: string): string | undefined {
  if (!line.startsWith('tar ') && !line.startsWith('git worktree add')) return undefined;
  const words = line.split(' ');
  // `git archive main | tar -x -C /tmp/base` lays the same down without git.
  if (words[0] === 'tar') {
    const at = words.findIndex((word) => word === '-C' || word === '--directory');
    return at > 0 &&
      words.some((word) => /^-?\w{0,4}x/.test(word)) &&
      !/\.(?:tar|t[gx]z|gz|xz|zst|bz2)\b/.test(line)
      ? words[at + 1]
      : undefined;
  }
  if (words[0] !== 'git' || words[1] !== 'worktree' || words[2] !== 'add') return undefined;
  const rest = words.slice(3);
  if (rest.some((word) => /^-[bB]$/.test(word))) return undefined;
  const [folder, ref] = rest.filter((word) => !word.startsWith('-'));
  return folder !== undefined && ref !== undefined && (ref === 'HEAD' || earlier.test(ref))
    ? folder
    : undefined;
}
