import { writing } from '@debrief/contract';

/** How numbers and times are written, everywhere the same. Pure; `now` is always given. */

export const { compact, count, dollars, duration, plural } = writing;

/** Making a format of times takes a millisecond, as long as everything else about a row of a list. */
function madeOnce(options: Intl.DateTimeFormatOptions): () => Intl.DateTimeFormat {
  let format: Intl.DateTimeFormat | undefined;
  return () => (format ??= new Intl.DateTimeFormat('en-GB', options));
}

const dayAndMonth = madeOnce({ day: 'numeric', month: 'short' });
const dayMonthAndYear = madeOnce({ day: 'numeric', month: 'short', year: 'numeric' });
const toTheSecond = madeOnce({ dateStyle: 'medium', timeStyle: 'medium' });

/** For a column: `just now`, `4 min ago`, `3 h ago`, `yesterday`, then the date. */
export function relative(at: string | number, now: number): string {
  const then = typeof at === 'number' ? at : Date.parse(at);
  const seconds = Math.round((now - then) / 1_000);
  if (Number.isNaN(seconds)) return '–';
  if (seconds < -60) return shortDate(then, now);
  if (seconds < 45) return 'just now';
  if (seconds < 3_570) return `${Math.max(1, Math.round(seconds / 60))} min ago`;
  if (seconds < 23.5 * 3_600) return `${Math.round(seconds / 3_600)} h ago`;
  if (seconds < 36 * 3_600) return 'yesterday';
  if (seconds < 7 * 86_400) return `${Math.round(seconds / 86_400)} d ago`;
  return shortDate(then, now);
}

function shortDate(then: number, now: number): string {
  const isSameYear = new Date(then).getFullYear() === new Date(now).getFullYear();
  return isSameYear ? dayAndMonth().format(then) : dayMonthAndYear().format(then);
}

/** To the second, with the zone: for hovering. */
export function exact(at: string | number): string {
  const time = new Date(at).getTime();
  return Number.isNaN(time) ? '–' : toTheSecond().format(time);
}

/** 14:02:31 */
export const clock = (at: string): string => {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? '' : date.toLocaleTimeString('en-GB');
};

/** "4 min ago" within the hour, then "14:02": for lists that say which day it was. */
export const timeInDay = (at: string, now: number): string =>
  now - Date.parse(at) < 3_570_000 ? relative(at, now) : clock(at).slice(0, 5);

/** `git@host:org/name.git`, `https://host/org/name` and `/home/me/name` all read as `name` or `org/name`. */
export function repositoryName(remote: string | undefined, root: string | undefined): string | undefined {
  const tail = (path: string, parts: number) =>
    path
      .split(/[/\\:]/)
      .filter(Boolean)
      .slice(-parts)
      .join('/') || undefined;
  if (remote) return tail(remote.replace(/\.git\/?$/, '').replace(/^[a-z+]+:\/\//, ''), 2);
  const name = root ? (worktreeName(root) ?? tail(root, 1)) : undefined;
  return name !== undefined && saysNothing.test(name) ? tail(root as string, 2) : name;
}

/** `shop/.worktrees/1`, `shop/.claude/worktrees/1` and `shop.worktrees/1`: the repository says more than what the worktree is called. */
function worktreeName(root: string): string | undefined {
  const parts = root.split(/[/\\]/).filter(Boolean);
  const [repository, hidden = '', folder, name] = parts.slice(-4);
  if (folder === '.worktrees' && hidden) return `${hidden} (worktree ${name})`;
  const beside = folder && /^([\w.-]*[^\W_])(?:\.|__|_|-)worktrees$/.exec(folder)?.[1];
  if (beside) return `${beside} (worktree ${name})`;
  if (folder === 'worktrees' && hidden.startsWith('.') && repository)
    return `${repository} (worktree ${name})`;
  return undefined;
}

/** Names of folders that dozens have: the one around it says more. */
const saysNothing = /^(?:cwd|checkout|workspace|worktree)$/i;

/** Inside the folder the agent worked in, the folder goes without saying. */
export function relativePath(path: string, root: string | undefined): string {
  const folder = root?.replace(/(?<![/\\])[/\\]+$/, '');
  if (!folder || !path.startsWith(folder)) return path;
  const rest = path.slice(folder.length);
  return /^[/\\]./.test(rest) ? rest.slice(1) : path;
}

/** The end of a path says more than its beginning. */
export function shortPath(path: string, most = 60): string {
  if (path.length <= most) return path;
  const parts = path.split('/');
  let kept = parts.pop() ?? path;
  while (parts.length > 0) {
    const longer = `${parts.pop()}/${kept}`;
    if (longer.length + 2 > most) break;
    kept = longer;
  }
  return `…/${kept}`;
}

/** `1 error`, `34k errors` */
export const compactPlural = (amount: number, one: string, many = `${one}s`): string =>
  `${compact(amount)} ${amount === 1 ? one : many}`;

/** What a session cost. A price that is not known is not 0, and a sum without it is a floor. */
export function costText(usd: number | undefined, isPartial: boolean): string {
  if (usd === undefined || (isPartial && usd === 0)) return '–';
  return `${dollars(usd)}${isPartial ? '+' : ''}`;
}

export function costHint(isPartial: boolean, models: readonly string[]): string | undefined {
  if (!isPartial) return undefined;
  return models.length > 0 ? `No price is known for ${models.join(', ')}` : 'Some models have no known price';
}

export const platformNames = { darwin: 'macOS', linux: 'Linux', win32: 'Windows' } as const;
