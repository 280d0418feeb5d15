import {
  type ConfirmRedaction,
  DebriefError,
  type LookForWords,
  limits,
  type RedactionJob,
  type RedactionJobList,
} from '@debrief/contract';
import { readableOf } from '../access/session.ts';
import { hasRole, type MemberActor } from '../actor.ts';
import { recordDeed } from '../audit.ts';
import type { Context } from '../context.ts';
import { isId, newId } from '../id.ts';
import { iso, isoOrNone, present } from '../present.ts';
import type { RedactionJobRecord } from './job-ports.ts';
import { readText } from './look.ts';
import { refuseWords } from './redaction.ts';
import { seal, unseal } from './sealed.ts';

async function presented(
  context: Context,
  actor: MemberActor,
  jobs: readonly RedactionJobRecord[],
): Promise<RedactionJob[]> {
  const readable = await readableOf(
    context,
    actor,
    jobs.flatMap(({ found }) => found.map(({ sessionId }) => sessionId)),
  );
  return jobs.map(
    ({ organizationId: _, sealed: __, cursor: ___, isThrough: ____, isAdmin, found, ...job }) =>
      present({
        ...job,
        of: isAdmin === 1 ? 'organization' : 'own',
        requestedAt: iso(job.requestedAt),
        finishedAt: isoOrNone(job.finishedAt),
        found: found.filter(({ sessionId }) => readable.has(sessionId)),
      }) as RedactionJob,
  );
}

const one = async (context: Context, actor: MemberActor, job: RedactionJobRecord): Promise<RedactionJob> =>
  (await presented(context, actor, [job]))[0] as RedactionJob;

/** Housekeeping looks, also after a restart; the list says how far it is. Nothing is changed before it is confirmed. */
export async function lookForWords(
  context: Context,
  actor: MemberActor,
  { text }: LookForWords,
): Promise<RedactionJob> {
  const jobId = newId('rdj');
  const job = await context.store.redactionJob.begin({
    ...{ jobId, organizationId: actor.organizationId, requestedBy: actor.userId },
    ...{ requestedAt: context.clock(), isAdmin: hasRole(actor.role, 'admin') ? 1 : 0, state: 'looking' },
    ...{ reason: null, sealed: seal(context.pepper, jobId, { text: readText(text), targets: [] }) },
    ...{ cursor: 0, isThrough: 0, looked: 0, sessions: 0, places: 0, held: 0, kept: 0, found: [] },
    finishedAt: null,
  });
  context.hurry?.('redactions');
  return one(context, actor, job);
}

export async function listRedactionJobs(context: Context, actor: MemberActor): Promise<RedactionJobList> {
  const who = hasRole(actor.role, 'admin') ? undefined : actor.userId;
  const jobs = await context.store.redactionJob.list(actor.organizationId, who, limits.redactionsListed);
  return { jobs: await presented(context, actor, jobs) };
}

/** Only who has looked goes on: the words are theirs. */
async function own(context: Context, actor: MemberActor, jobId: string): Promise<RedactionJobRecord> {
  const job = isId('rdj', jobId)
    ? await context.store.redactionJob.find(actor.organizationId, jobId)
    : undefined;
  if (!job || job.requestedBy !== actor.userId) throw notFound();
  return job;
}

const notFound = () =>
  new DebriefError('redaction_not_found', 'Nothing was looked for under this id that waits to be confirmed.');

export async function confirmRedaction(
  context: Context,
  actor: MemberActor,
  { jobId, reason }: ConfirmRedaction & { jobId: string },
): Promise<RedactionJob> {
  const job = await own(context, actor, jobId);
  // Who is no admin any more takes nothing out of sessions of others.
  if (job.state !== 'looked' || job.sealed === null || (job.isAdmin === 1 && !hasRole(actor.role, 'admin')))
    throw notFound();
  refuseWords(reason, unseal(context.pepper, jobId, job.sealed));
  const begun = await context.store.redactionJob.confirm(job, reason, limits.redactionJobs);
  if (!begun) throw notFound();
  if (begun === 'limit')
    throw new DebriefError(
      'limit_reached',
      `At most ${limits.redactionJobs} redactions of many sessions are under way at once.`,
    );
  await recordDeed(context, actor, 'sessions_redacted', jobId);
  context.hurry?.('redactions');
  return one(context, actor, begun);
}

export async function cancelRedaction(
  context: Context,
  actor: MemberActor,
  { jobId }: { jobId: string },
): Promise<RedactionJob> {
  const job = await own(context, actor, jobId);
  if (!(await context.store.redactionJob.cancel(jobId, context.clock()))) throw notFound();
  return one(context, actor, (await context.store.redactionJob.find(job.organizationId, jobId)) ?? job);
}
