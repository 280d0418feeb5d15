import type { ReviewState } from '@debrief/contract';
import { readableConditions } from '../../domain/access/reader.ts';
import { leastRisk } from '../../domain/findings/risk.ts';
import { begunHistorySql, isPresentSql } from '../../domain/review/history.ts';
import type { QueuedSession, QueueFilter, QueueStore, Turn } from '../../domain/review/ports.ts';
import {
  materialSql,
  type PlaceValue,
  stateIsOneOf,
  waitingSinceSql,
} from '../../domain/review/state-sql.ts';
import {
  conditionSql,
  type SessionFilter,
  sessionConditions,
  sessionFacts,
} from '../../domain/session/filter.ts';
import type { OpenDatabase } from '../database.ts';
import { fewOf, type Picked } from '../session-list/few.ts';
import { type ListedRow, listedOf, selectListed, sessionsFirst, statisticsFirst } from '../session-row.ts';

/** A statement that is put together with its values. */
export class Statement {
  readonly values: unknown[];

  constructor(values: readonly unknown[] = []) {
    this.values = [...values];
  }

  readonly place = (value: unknown): string => `$${this.values.push(value)}`;
}

const openStates = ['follow_up', 'outgrown', 'in_review', 'unreviewed'] as const;

/** `$1` is the organization. */
function conditions(statement: Statement, filter: QueueFilter): string {
  const { place } = statement;
  const { state, assignee, tab, userId } = filter;
  const assigned = (who: string) =>
    `exists (select 1 from assignments a where a.session_id = s.session_id and a.declined_at is null${who})`;
  const isIn = (states: readonly ReviewState[]) => stateIsOneOf(states, filter.policy, filter.now, place);
  return [
    's.organization_id = $1',
    tab === 'open' && 's.review_done = 0',
    tab === 'done' && 's.review_done = 1',
    state !== undefined && isIn([state]),
    state === undefined && tab === 'open' && isIn(openStates),
    state === undefined && tab === 'done' && isIn(['accepted']),
    ...asked(filter.sessions, place),
    ...readableConditions(filter.reader, place),
    filter.sessions?.review && isIn(filter.sessions.review.states),
    // What I hold is listed before what waits.
    tab === 'turn' &&
      `not coalesce(r.reserved_by = ${place(userId)} and r.reserved_until > ${place(filter.now)}, false)`,
    assignee === null && `not ${assigned('')}`,
    typeof assignee === 'string' && assigned(` and a.user_id = ${place(assignee)}`),
    filter.forTaking &&
      `(r.reserved_until is null or r.reserved_until <= ${place(filter.now)})
        and (s.author_user_id is null or s.author_user_id <> ${place(userId)})
        and not exists (select 1 from assignments d where d.session_id = s.session_id
          and d.user_id = ${place(userId)} and d.declined_at is not null)
        and not exists (select 1 from reviews v where v.session_id = s.session_id
          and v.reviewer_id = ${place(userId)} and v.withdrawn_at is null and v.dismissed_at is null
          and v.through_sequence >= ${materialSql})`,
  ]
    .filter((one) => typeof one === 'string')
    .join(' and ');
}

/** What the list of sessions can be filtered by, of a session `s`. */
const asked = (filter: SessionFilter | undefined, place: PlaceValue): string[] =>
  filter
    ? [
        ...sessionConditions(filter).map((one) => conditionSql(one, `s.${one.column}`, place)),
        ...sessionFacts({ ...filter, severity: undefined }, place),
        // In the indexes that the queue is read by.
        ...(filter.severity === undefined ? [] : [`p.risk > 0 and p.risk >= ${leastRisk[filter.severity]}`]),
      ]
    : [];

/** What waits for a member, as a condition on the attention `a`, without what they have put off in their inbox altogether. */
export const turnOf = ({ organizationId, userId, now }: Turn, place: Statement['place']): string =>
  `a.organization_id = ${place(organizationId)} and a.user_id = ${place(userId)}
    and coalesce((select max(case when n.state = 'unread' and n.snoozed_until > ${place(now)} then 0 else 1 end)
      from notifications n where n.user_id = a.user_id and n.subject_id = a.session_id
        and n.reason = case a.reason when 'answer' then 'asked' else a.reason end), 1) = 1`;

export type QueuedRow = ListedRow & { waitingSince: number };

export const queued = ({ waitingSince, ...row }: QueuedRow, risk: number): QueuedSession => ({
  session: listedOf(row),
  waitingSince,
  position: { risk, since: waitingSince, sessionId: row.sessionId },
});

/** Whether history has to be looked at that nobody has begun with. */
function wantsHistory({ tab, state, policy }: QueueFilter): boolean {
  if (tab !== 'open' || state === 'not_needed') return true;
  return [policy, ...policy.repositories.map(({ rules }) => rules)].some(({ enter }) => enter.history);
}

/** A filter and, if it leaves few sessions, what picks them out: then they are read whole and sorted. */
type Reading = QueueFilter & { few: Picked | undefined };

/** Few have what is asked for, or a page is soon full: nobody walks past a hundred thousand sessions to find three. */
async function fewFor(database: OpenDatabase, filter: QueueFilter): Promise<Picked | undefined> {
  const { organizationId, sessions = {}, assignee, order, tab } = filter;
  if (tab === 'turn') return undefined;
  const isAssigned = {
    text: `select a.session_id from assignments a where a.organization_id = $1 and a.user_id = $2 and a.declined_at is null`,
    values: [assignee],
  };
  const isFound = (least: number) => ({
    text: `select p.session_id from projection.session_statistics p
      where p.organization_id = $1 and p.is_history in (0, 1) and p.risk > 0 and p.risk >= ${least}`,
    values: [],
  });
  return fewOf(database, organizationId, sessions, true, [
    ...(typeof assignee === 'string' ? [isAssigned] : []),
    // By risk they come first anyway.
    ...(sessions.severity === undefined || order === 'risk' ? [] : [isFound(leastRisk[sessions.severity])]),
  ]);
}

/** Of two indexes that fit, SQLite takes the one with more columns that are equal to something, and sorts. */
const byIndex = (from: string, index: string, engine: OpenDatabase['engine']): string => {
  const table = index.startsWith('sessions') ? 'sessions s' : 'session_statistics p';
  return engine === 'sqlite' ? from.replace(table, `${table} indexed by ${index}`) : from;
};

const direction = ({ order }: QueueFilter) => (order === 'newest' ? 'desc' : 'asc');

/** By how long it has waited, or newest first; by risk only that in which nothing was found. */
async function waiting({ rows, engine }: OpenDatabase, filter: Reading): Promise<QueuedSession[]> {
  const { organizationId, few, after } = filter;
  const statement = new Statement([organizationId, ...(few?.values ?? [])]);
  const { place } = statement;
  const isTurn = filter.tab === 'turn';
  // Each session once, by the reason that has waited longest.
  const turn = () =>
    `(select a.session_id, min(a.since) as since from attention a where ${turnOf(filter, place)}
        group by a.session_id) w cross join ${sessionsFirst}`;
  const walked = wantsHistory(filter) ? sessionsFirst : byIndex(sessionsFirst, 'sessions_waiting', engine);
  const picked = few ? `(${few.text}) few cross join ${sessionsFirst}` : walked;
  const first = isTurn ? turn() : picked;
  const key = isTurn ? 'w.since' : waitingSinceSql;
  const where = [
    ...(isTurn ? ['s.session_id = w.session_id'] : []),
    ...(few ? ['s.session_id = few.session_id'] : []),
    conditions(statement, filter),
    ...(wantsHistory(filter) ? [] : [isPresentSql]),
    // Not by "coalesce", of which PostgreSQL expects so few rows that it sorts all sessions instead of walking the index.
    ...(filter.order === 'risk' && !isTurn ? ['(p.risk is null or p.risk = 0)'] : []),
    ...(after
      ? [
          `(${key}, s.session_id) ${direction(filter) === 'asc' ? '>' : '<'} (${place(after.since)}, ${place(after.sessionId)})`,
        ]
      : []),
  ];
  const found = await rows<QueuedRow>(
    `${selectListed(`, ${key} as "waitingSince"`, first)} where ${where.join(' and ')}
      order by ${key} ${direction(filter)}, s.session_id ${direction(filter)} limit ${place(filter.limit)}`,
    statement.values,
  );
  return found.map((row) => queued(row, 0));
}

/** What was found is read apart in history and in all else, each in the order of an index of the statistics. */
type Part = 'few' | 'present' | 'history' | 'begun history';

const partFrom: Record<Exclude<Part, 'few'>, { from: string; where: string }> = {
  present: { from: statisticsFirst, where: 'p.is_history = 0' },
  history: { from: statisticsFirst, where: 'p.is_history = 1' },
  'begun history': {
    from: 'sessions s cross join projection.session_statistics p',
    where: `p.is_history = 1 and ${begunHistorySql}`,
  },
};

const ofFew = ({ text }: Picked) => ({
  from: `(${text}) few cross join ${statisticsFirst}`,
  where: 'p.session_id = few.session_id',
});

function ofPart(part: Exclude<Part, 'few'>, byRisk: boolean, engine: OpenDatabase['engine']) {
  const { from, where } = partFrom[part];
  const inOrder = byRisk ? 'statistics_waiting' : 'statistics_waiting_since';
  const index = part === 'begun history' ? 'sessions_begun_history' : inOrder;
  return { from: byIndex(from, index, engine), where };
}

type FoundRow = QueuedRow & { findingsRisk: number };

async function foundIn(
  { rows, engine }: OpenDatabase,
  filter: Reading,
  part: Part,
): Promise<QueuedSession[]> {
  const { organizationId, few, after, order } = filter;
  const statement = new Statement([organizationId, ...(few?.values ?? [])]);
  const { place } = statement;
  const byRisk = order === 'risk';
  const { from, where } = part === 'few' ? ofFew(few as Picked) : ofPart(part, byRisk, engine);
  const later = direction(filter) === 'asc' ? '>' : '<';
  const isLater = (since: string, id: string) => `(p.waiting_since, p.session_id) ${later} (${since}, ${id})`;
  const rest = () => {
    if (!after) return '';
    const isNext = isLater(place(after.since), place(after.sessionId));
    if (!byRisk) return ` and ${isNext}`;
    const risk = place(after.risk);
    return ` and p.risk <= ${risk} and (p.risk < ${risk} or ${isNext})`;
  };
  const columns = ', p.waiting_since as "waitingSince", p.risk as "findingsRisk"';
  const by = `p.waiting_since ${direction(filter)}, p.session_id ${direction(filter)}`;
  const found = await rows<FoundRow>(
    `${selectListed(columns, from)} where s.session_id = p.session_id and p.organization_id = $1 and p.risk > 0
      and ${where} and ${conditions(statement, filter)}${rest()}
      order by ${byRisk ? 'p.risk desc, ' : ''}${by} limit ${place(filter.limit)}`,
    statement.values,
  );
  return found.map(({ findingsRisk, ...row }) => queued(row, byRisk ? findingsRisk : 0));
}

const inOrder =
  (filter: QueueFilter) =>
  ({ position: a }: QueuedSession, { position: b }: QueuedSession): number => {
    const isEarlier = a.since < b.since || (a.since === b.since && a.sessionId < b.sessionId);
    return b.risk - a.risk || (isEarlier === (direction(filter) === 'asc') ? -1 : 1);
  };

/** Sessions in which something was found: by risk the worst first, of those the one that has waited longest. */
async function withFindings(database: OpenDatabase, filter: Reading): Promise<QueuedSession[]> {
  if (filter.few) return foundIn(database, filter, 'few');
  const found = [
    ...(await foundIn(database, filter, 'present')),
    ...(await foundIn(database, filter, wantsHistory(filter) ? 'history' : 'begun history')),
  ];
  return found.sort(inOrder(filter)).slice(0, filter.limit);
}

export async function listQueue(database: OpenDatabase, filter: QueueFilter): ReturnType<QueueStore['list']> {
  const { after, limit, tab, order, sessions } = filter;
  const reading = { ...filter, few: await fewFor(database, filter) };
  const isFound = sessions?.severity !== undefined;
  if (tab === 'turn') return waiting(database, reading);
  if (order !== 'risk') return isFound ? withFindings(database, reading) : waiting(database, reading);
  const isPastFound = after?.risk === 0;
  const found = isPastFound ? [] : await withFindings(database, reading);
  if (found.length >= limit || isFound) return found;
  const rest = { ...reading, after: isPastFound ? after : undefined, limit: limit - found.length };
  return [...found, ...(await waiting(database, rest))];
}
