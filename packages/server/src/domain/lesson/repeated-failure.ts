import { type ListRepeatedFailures, limits, offeredFrom, type RepeatedFailures } from '@debrief/contract';
import { plainText } from '@debrief/lessons';
import { type ReadingMember, readerOf } from '../access/reader.ts';
import type { MemberActor } from '../actor.ts';
import type { Context } from '../context.ts';
import { iso } from '../present.ts';
import type { Figures } from '../session/statistics.ts';
import { repositoryName } from './content.ts';
import type { FailedIn, RepeatedFailureRecord } from './ports.ts';

/** What was met longer ago may be mended. */
const window = 8 * 7 * 86_400_000;
const most = { failures: 10, examples: 5, looked: 200 };

const checkOf = ({ command }: Pick<RepeatedFailureRecord, 'command'>): string => `when failure "${command}"`;

/** Commands that did not work again and again until `to`, in sessions that the reader may read, and that no lesson is about. */
export async function failuresUntil(
  context: Context,
  { organizationId, ...member }: ReadingMember & { organizationId: string },
  to: number,
  repository?: string,
): Promise<RepeatedFailureRecord[]> {
  const { store, clock } = context;
  const reader = readerOf(member, clock());
  const among = { from: to - window, to, reader, repository, fewest: offeredFrom, limit: most.looked };
  const found = await store.failure.repeated(organizationId, among);
  if (found.length === 0) return [];
  const lessons = await store.lesson.list(organizationId, {}, limits.lessons);
  const isTaken = (failure: RepeatedFailureRecord) =>
    lessons.some(
      ({ check, repository: of }) =>
        check !== null && (of === null || of === failure.repository) && plainText(check) === checkOf(failure),
    );
  return found.filter((failure) => !isTaken(failure));
}

/** What could be told to the next session. Of a session nothing is said but the names of commands. */
export async function listRepeatedFailures(
  context: Context,
  actor: MemberActor,
  input: ListRepeatedFailures,
): Promise<RepeatedFailures> {
  const now = context.clock();
  const repository = input.repository === undefined ? undefined : repositoryName(input.repository);
  const found = (await failuresUntil(context, actor, now, repository)).slice(0, most.failures);
  const among = { from: now - window, to: now, reader: readerOf(actor, now), limit: most.examples };
  const shown = await Promise.all(
    found.map((failure) => context.store.failure.failedIn(actor.organizationId, failure, among)),
  );
  const titles = await titlesOf(context, shown.flat());
  const failures = found.map((failure, at) => ({
    ...failure,
    check: checkOf(failure),
    examples: (shown[at] ?? []).map(({ sessionId, startedAt, sequence }) => {
      const title = titles.get(sessionId);
      return { sessionId, ...(title != null && { title }), startedAt: iso(startedAt), sequence };
    }),
  }));
  return { failures };
}

/** As lists of sessions call them. */
async function titlesOf(context: Context, sessions: readonly FailedIn[]) {
  const statistics = await context.store.statistics.find(sessions.map(({ sessionId }) => sessionId));
  const derived = (sessionId: string): string | undefined => {
    const figures = statistics.get(sessionId)?.figures;
    return figures === undefined ? undefined : (JSON.parse(figures) as Figures).title;
  };
  return new Map(sessions.map(({ sessionId, title }) => [sessionId, derived(sessionId) ?? title]));
}
