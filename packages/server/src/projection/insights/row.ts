import {
  type Measure,
  measures,
  noMeasures,
  reviewMeasures,
  waitedColumns,
  waitedHours,
} from '../../domain/insights/measures.ts';
import type { LinkValues } from '../links/port.ts';
import type { Subject } from '../port.ts';
import type { WorkMeasures } from './work.ts';

const hour = 3_600_000;
const week = 7 * 24 * hour;

/** Weeks are numbered from Monday, 29 December 1969, as in `repository_weeks`. */
const weekOf = (at: number): number => Math.floor((at + 72 * hour) / week);

type ReviewMeasures = Record<(typeof reviewMeasures)[number], number>;

function reviewOf({ judgedAt, waitingSince, followUps, openThreads }: Subject): ReviewMeasures {
  const none = Object.fromEntries(reviewMeasures.map((name) => [name, 0])) as ReviewMeasures;
  const said = { ...none, follow_ups: Number(followUps), open_threads: Number(openThreads) };
  if (judgedAt === null) return said;
  // Whoever judges a session while it runs has let nobody wait.
  const waited = Math.max(0, Number(judgedAt) - waitingSince);
  const place = waitedHours.findIndex((hours) => waited <= hours * hour);
  const column = waitedColumns[place < 0 ? waitedHours.length : place] ?? 'waited_longer';
  return { ...said, reviewed: 1, [column]: 1 };
}

/** These two come from the statistics, which know what counts in another session. */
const copied: readonly Measure[] = ['tokens', 'cost'];
const written = measures.filter((name) => name !== 'sessions' && !copied.includes(name));

const columns = [
  ...['session_id', 'organization_id', 'secret_environment', 'week', 'repository', 'agent_id'],
  ...['author_user_id', 'facts', ...written, ...copied],
];

/** The types are said because PostgreSQL does not take them from the table in a "select". */
const typed = (int: string): string =>
  columns
    .slice(1, -copied.length)
    .map((name, at) => `cast($${at + 2} as ${isText(name) ? 'text' : int})`)
    .join(', ');
const isText = (name: string): boolean => /_id$|^secret_environment$|^repository$|^facts$/.test(name);

const valuesOf = (subject: Subject, work: Partial<WorkMeasures>): (string | number)[] => {
  const all = { ...noMeasures(), ...work, ...reviewOf(subject) };
  return [
    subject.sessionId,
    subject.organizationId,
    subject.secretEnvironment,
    weekOf(subject.startedAt),
    subject.repository ?? '',
    subject.agentId,
    subject.authorUserId ?? '',
    subject.facts,
    ...written.map((name) => all[name]),
  ];
};

const updatedBy = (names: readonly string[], from: number): string =>
  names.map((name, at) => `${name} = $${from + at}`).join(', ');

type Statement = [text: string, values: LinkValues];

/** After the statistics of the session were written. Without `work` only what people said is other than before. */
export function insightStatements(subject: Subject, work: WorkMeasures | undefined): Statement[] {
  const { sessionId, repository, authorUserId, facts } = subject;
  const review = reviewOf(subject);
  const begin: Statement = [
    `insert into projection.session_insights (${columns.join(', ')})
      select $1, ${typed('bigint')}, p.tokens, p.cost from projection.session_statistics p
      where p.session_id = $1 and not exists (select 1 from projection.session_insights i where i.session_id = $1)`,
    valuesOf(subject, work ?? {}),
  ];
  const said: Statement = [
    `update projection.session_insights set author_user_id = $2, facts = $3, repository = $4,
      ${updatedBy(reviewMeasures, 5)} where session_id = $1 and facts <> $3`,
    [sessionId, authorUserId ?? '', facts, repository ?? '', ...reviewMeasures.map((name) => review[name])],
  ];
  if (!work) return [begin, said];
  const names = Object.keys(work) as (keyof WorkMeasures)[];
  const isOther = names.map((name, at) => `${name} <> $${2 + at}`).join(' or ');
  const done: Statement = [
    `update projection.session_insights set ${updatedBy(names, 2)} where session_id = $1 and (${isOther})`,
    [sessionId, ...names.map((name) => work[name])],
  ];
  return [begin, said, done];
}

/** Of a session whose records cannot be read, only that it was there counts, and what was counted before. */
export const setAsideStatement = (subject: Subject): Statement =>
  insightStatements(subject, undefined)[0] as Statement;
