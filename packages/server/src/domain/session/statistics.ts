import type { SessionStatistics } from '@debrief/contract';
import { readableOf } from '../access/session.ts';
import { hasRole, type MemberActor } from '../actor.ts';
import type { Context } from '../context.ts';
import type { StatisticsRecord } from '../records.ts';
import { KeptJson } from './kept-json.ts';

/** What the fold of a session comes to; kept as JSON text. */
export type Figures = Omit<SessionStatistics, 'foldedTo'>;

type Known = Pick<StatisticsRecord, 'foldedTo' | 'figures'>;

/** To a member a flag would only say where in a colleague's session a secret is to be found (docs/api.md, Extensions). */
export function presentStatistics({ foldedTo, figures }: Known, viewer: MemberActor): SessionStatistics {
  const { leaks, ...rest } = JSON.parse(figures) as Figures;
  return { foldedTo, ...rest, ...(leaks && hasRole(viewer.role, 'admin') && { leaks }) };
}

/** The same as it is kept, where all of it may be shown: a list has many, and parsing them would take half its time. */
export const listedStatistics = (known: Known, viewer: MemberActor): SessionStatistics | KeptJson =>
  known.figures.includes('"leaks":')
    ? presentStatistics(known, viewer)
    : new KeptJson(known.figures, { foldedTo: known.foldedTo });

/** What sessions are called by what is derived of them, by their ids; those without are left out. */
export async function derivedTitles(
  { store }: Pick<Context, 'store'>,
  sessionIds: readonly string[],
): Promise<Map<string, string>> {
  const titles = new Map<string, string>();
  for (const [sessionId, { figures }] of await store.statistics.find(sessionIds)) {
    const { title } = JSON.parse(figures) as Figures;
    if (title !== undefined) titles.set(sessionId, title);
  }
  return titles;
}

/** What sessions are called that somebody may read, by their ids; those that are gone, or have no title, are left out. */
export async function sessionTitles(
  context: Pick<Context, 'store' | 'clock'>,
  actor: MemberActor,
  sessionIds: readonly string[],
): Promise<Map<string, string>> {
  if (sessionIds.length === 0) return new Map();
  const readable = await readableOf(context, actor, sessionIds);
  const sessions = await context.store.session.findAll(actor.organizationId, [...readable]);
  const titles = await derivedTitles(context, [...sessions.keys()]);
  for (const [sessionId, { title }] of sessions)
    if (title !== null && !titles.has(sessionId)) titles.set(sessionId, title);
  return titles;
}
