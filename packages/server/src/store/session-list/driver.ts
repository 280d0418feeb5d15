import type { SessionSort } from '@debrief/contract';
import { fileSql, outcomeSql, ruleSql, type SessionFilter, valuesOf } from '../../domain/session/filter.ts';
import { sessionsFirst, statisticsFirst } from '../session-row.ts';
import type { Picked } from './few.ts';

/**
 * What a list is read from. Its order must be one that an index of the first table has: an order over two tables would
 * read and sort every session. What is derived is only known of sessions that were looked at, so a list that is ordered
 * or picked by it has no others.
 */
export interface Driver {
  from: string;
  /** What joins the tables, and what the first of them is read by. */
  where: string;
  /** Of the column that has the start, and that of the id. */
  starts: string;
  ids: string;
  /** What a filter asks of a session and the first table has, too, in its index. */
  copies: readonly string[];
  /** The values that `from` has places for, from the second on; the first is the organization. */
  values: readonly unknown[];
  /** The part of the filter that only the sessions read have. */
  meets?: 'rule' | 'file';
  /** Read in the order of the list until a page is full: no index of a condition may be taken instead. */
  isWalked?: boolean;
  /** Read whole and sorted. */
  isSorted?: boolean;
}

export const bySessions: Driver = {
  from: sessionsFirst,
  where: 's.organization_id = $1',
  starts: 's.started_at',
  ids: 's.session_id',
  copies: [],
  values: [],
};

/** Few sessions are picked out by what an index has, and sorted. SQLite takes the tables of a "cross join" as they stand. */
export const byFew = ({ text, values }: Picked, isDerived: boolean): Driver => ({
  ...bySessions,
  from: `(${text}) few cross join sessions s left join projection.session_statistics p on p.session_id = s.session_id`,
  where: `s.session_id = few.session_id and s.organization_id = $1${isDerived ? ' and p.session_id = s.session_id' : ''}`,
  values,
  isSorted: true,
});

export const byStatistics: Driver = {
  from: statisticsFirst,
  where: 's.session_id = p.session_id and p.organization_id = $1 and s.organization_id = $1',
  starts: 'p.started_at',
  ids: 'p.session_id',
  copies: ['agent_id', 'environment_id', 'repo_root', 'secret_environment', 'started_at'],
  values: [],
  isWalked: true,
};

export const byRule = (rule: string): Driver => ({
  ...bySessions,
  from: `projection.session_rules u cross join projection.session_statistics p cross join sessions s`,
  where: `p.session_id = u.session_id and s.session_id = u.session_id and u.organization_id = $1
    and s.organization_id = $1 and ${ruleSql([rule], 'u')}`,
  starts: 'u.started_at',
  ids: 'u.session_id',
  meets: 'rule',
});

/** The row `u` of a session that changed this file. Of two such files of a session the first one counts. */
function changedFile(file: string): { where: string; values: unknown[] } {
  const values: unknown[] = [];
  const isIt = (table: string) => fileSql([file], table, (value) => `$${values.push(value) + 1}`);
  const isFirst = `not exists (select 1 from projection.session_files e
    where e.session_id = u.session_id and e.path < u.path and ${isIt('e')})`;
  return { where: `u.organization_id = $1 and ${isIt('u')} and ${isFirst}`, values };
}

/** Those that changed a file, in the order of starts. */
export function byFile(file: string): Driver {
  const { where, values } = changedFile(file);
  return {
    ...bySessions,
    from: `projection.session_files u cross join sessions s
      left join projection.session_statistics p on p.session_id = s.session_id`,
    where: `s.session_id = u.session_id and s.organization_id = $1 and ${where}`,
    starts: 'u.started_at',
    ids: 'u.session_id',
    values,
    meets: 'file',
  };
}

/** One way of ending, in the order of starts. */
export const byOutcome = (outcome: string): Driver => ({
  ...byStatistics,
  where: `${byStatistics.where} and ${outcomeSql([outcome], 'p').replace(' in ', ' = ')}`,
});

/** The index of what a list that is picked by what is derived is read by. */
const indexOf = ({ has = [], severity }: SessionFilter, sort: SessionSort): string =>
  derivedSorts[sort]?.replace('p.', 'statistics_by_') ??
  (has.length > 0 || severity !== undefined
    ? `statistics_with_${has[0] ?? 'risk'}`
    : 'statistics_by_started_at');

/**
 * SQLite has no idea how many sessions a condition leaves, and would often read another index and sort what it finds. One
 * rule or file is looked up by joining it: an "exists" would be looked at after the session has been read.
 */
export function byNamedIndex(filter: SessionFilter, sort: SessionSort): Driver {
  const statistics = `projection.session_statistics p indexed by ${indexOf(filter, sort)}`;
  const [rules, files] = [valuesOf(filter.rule), valuesOf(filter.file)];
  if (rules.length === 1)
    return {
      ...byStatistics,
      from: `${statistics} cross join projection.session_rules u cross join sessions s`,
      where: `${byStatistics.where} and u.session_id = p.session_id and ${ruleSql(rules, 'u')}`,
      meets: 'rule',
    };
  if (files.length === 1) {
    const { where, values } = changedFile(files[0] as string);
    return {
      ...byStatistics,
      from: `${statistics} cross join projection.session_files u cross join sessions s`,
      // The index of names has the start before the session.
      where: `${byStatistics.where} and u.session_id = p.session_id and u.started_at = p.started_at and ${where}`,
      values,
      meets: 'file',
    };
  }
  return { ...byStatistics, from: `${statistics} cross join sessions s` };
}

/** What the statistics of a session are sorted by. */
export const derivedSorts: Partial<Record<SessionSort, string>> = {
  events: 'p.events',
  errors: 'p.errors',
  edits: 'p.edits',
  tokens: 'p.tokens',
  cost: 'p.cost',
  risk: 'p.risk_order',
};
