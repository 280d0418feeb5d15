/**
 * What of a week may be shown so that no figure is that of fewer than three people (docs/decisions.md, Insights: about work, never about people). Sessions
 * of a week are put into groups, each of at least three authors, once and for everybody; an answer is a sum of whole
 * groups. So whatever is asked, and however answers are added and taken from each other, what comes out is made of whole
 * groups again.
 */

/** So many authors a group has at least. */
export const leastAuthors = 3;

/** Each once. */
export type Authors = Pick<ReadonlySet<string>, 'size' | typeof Symbol.iterator>;

/** Sessions of a week that no filter can tell apart. */
export interface Cell {
  repository: string;
  agentId: string;
  /** Everybody in the organization may read them. */
  isOpen: boolean;
  /** Sessions without an author add nobody: who it was is not known. */
  authors: Authors;
}

export interface Group<C extends Cell = Cell> {
  cells: readonly C[];
  authors: Authors;
}

const isEnough = ({ authors }: Group): boolean => authors.size >= leastAuthors;

function joined<C extends Cell>(groups: readonly Group<C>[]): Group<C> {
  const [first, ...others] = groups;
  if (first && others.length === 0) return first;
  const authors = new Set<string>();
  for (const group of groups) for (const author of group.authors) authors.add(author);
  return { cells: groups.flatMap(({ cells }) => cells), authors };
}

interface Settled<C extends Cell> {
  groups: Group<C>[];
  /** What is of too few people, for whoever puts more together. */
  rest: Group<C>[];
}

/** What is too small alone is put together with what is too small beside it. */
function settle<C extends Cell>(parts: readonly Settled<C>[]): Settled<C> {
  const groups = parts.flatMap((part) => part.groups);
  const small = parts.flatMap(({ rest }) => rest);
  if (small.length === 0) return { groups, rest: [] };
  const rest = joined(small);
  return isEnough(rest) ? { groups: [...groups, rest], rest: [] } : { groups, rest: [rest] };
}

/** The same, and what is left joins the smallest group, so that the whole can be shown. */
function settleWhole<C extends Cell>(parts: readonly Settled<C>[]): Settled<C> {
  const { groups, rest } = settle(parts);
  if (rest.length === 0 || groups.length === 0) return { groups, rest };
  const smallest = groups.reduce((least, one) => (one.authors.size < least.authors.size ? one : least));
  return { groups: [...groups.filter((one) => one !== smallest), joined([smallest, ...rest])], rest: [] };
}

const grouped = <C extends Cell>(cells: readonly C[], by: (cell: C) => string): C[][] =>
  [...Map.groupBy(cells, by)].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, some]) => some);

const ofAgent = <C extends Cell>(cells: readonly C[]): Settled<C> => {
  const alone = cells.map((cell) => ({ cells: [cell], authors: cell.authors }));
  return settle([{ groups: alone.filter(isEnough), rest: alone.filter((one) => !isEnough(one)) }]);
};

const ofRepository = <C extends Cell>(cells: readonly C[]): Settled<C> =>
  settleWhole(grouped(cells, ({ agentId }) => agentId).map(ofAgent));

/** The groups of one week; none when all of it is of fewer than three people. */
export const groupsOf = <C extends Cell>(cells: readonly C[]): Group<C>[] =>
  settleWhole(grouped(cells, ({ repository }) => repository).map(ofRepository)).groups;

export interface AskedPart {
  repository?: string | undefined;
  agentId?: string | undefined;
}

const isAsked = (cell: Cell, { repository, agentId }: AskedPart): boolean =>
  (repository === undefined || cell.repository === repository) &&
  (agentId === undefined || cell.agentId === agentId);

export interface Answer<C extends Cell> {
  /** Cells that the answer is of. */
  cells: C[];
  /** Whether that is everything that was asked for. */
  isWhole: boolean;
}

/** What may be answered: the groups that are asked for as a whole. With `content` only of what everybody may read. */
export function answerOf<C extends Cell>(
  cells: readonly C[],
  groups: readonly Group<C>[],
  asked: AskedPart,
  content = false,
): Answer<C> {
  const isMeant = (cell: C) => isAsked(cell, asked) && (cell.isOpen || !content);
  const shown = groups.filter((group) => group.cells.every(isMeant)).flatMap((group) => group.cells);
  return { cells: shown, isWhole: shown.length === cells.filter((cell) => isAsked(cell, asked)).length };
}
