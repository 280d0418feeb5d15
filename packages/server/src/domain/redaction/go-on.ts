import { DebriefError, limits } from '@debrief/contract';
import { mayRead } from '../access/session.ts';
import type { MemberActor } from '../actor.ts';
import { record } from '../audit.ts';
import type { Context } from '../context.ts';
import type { SessionRecord } from '../records.ts';
import { noteReads } from '../session/note-reads.ts';
import type { JobProgress, RedactionJobRecord } from './job-ports.ts';
import { lookFor } from './look.ts';
import { beginRedaction, placeOf } from './redaction.ts';
import { unseal } from './sealed.ts';
import { formsOf, strike } from './words.ts';

/** So long at a time; then what was begun is finished first. */
const turn = 10_000;
const atOnce = 20;
const day = 86_400_000;

/**
 * Goes on with redactions of many sessions: looks at one session after the other, and begins what is to be taken out of
 * it as its author or an admin would there. How far it is stands in the database after each, so that whoever goes on
 * after a server was killed begins no session twice. True: there is more to do.
 */
export async function goOnWithJobs(context: Context): Promise<boolean> {
  const { store, clock } = context;
  await store.redactionJob.settle(clock(), clock() - day);
  let [fault, isMore]: [unknown, boolean] = [undefined, false];
  // One that cannot go on holds up no other.
  for (const job of await store.redactionJob.open(100))
    try {
      isMore = (await goOn(context, job)) || isMore;
    } catch (error) {
      fault ??= error;
    }
  if (fault) throw fault;
  return isMore;
}

/** With the rights of when it was asked for. */
async function actorOf({ store }: Context, job: RedactionJobRecord): Promise<MemberActor | undefined> {
  const { organizationId, requestedBy: userId, isAdmin, state } = job;
  const member = await store.member.find(organizationId, userId);
  if (member?.status !== 'active' && state === 'looking') return undefined;
  const access = await store.access.policy(organizationId);
  const role = isAdmin === 1 ? 'admin' : 'member';
  return { kind: 'member', organizationId, userId, role, ...(access && { access }) };
}

async function goOn(context: Context, begun: RedactionJobRecord): Promise<boolean> {
  const { store } = context;
  const actor = await actorOf(context, begun);
  if (!actor || begun.sealed === null) {
    await store.redactionJob.cancel(begun.jobId, context.clock());
    return false;
  }
  const { text = '' } = unseal(context.pepper, begun.jobId, begun.sealed);
  let job = begun;
  for (const until = Date.now() + turn; Date.now() < until; ) {
    const sessions = await store.redactionJob.next(job, atOnce);
    if (sessions.length === 0) {
      const state = job.state === 'looking' ? 'looked' : job.state;
      await store.redactionJob.advance(job, { ...job, state, isThrough: 1 });
      return false;
    }
    for (const { sessionPk, ...session } of sessions) {
      const seen = await lookAt(context, actor, job, session, text).catch((error: unknown) => {
        if (error instanceof DebriefError && error.code === 'session_busy') return undefined;
        throw error;
      });
      // Its events are on their way; the next round begins with it.
      if (!seen) return false;
      const after = { ...job, ...added(job, session.sessionId, seen), cursor: sessionPk };
      if (!(await store.redactionJob.advance(job, after))) return false;
      job = after;
      if (Date.now() >= until) return true;
    }
  }
  return true;
}

interface Seen {
  /** How often the words stand in its events; absent where it has them nowhere. */
  count?: number;
  isHeld?: boolean;
  isKept?: boolean;
}

function added(
  job: RedactionJobRecord,
  sessionId: string,
  { count, isHeld, isKept }: Seen,
): Pick<JobProgress, 'looked' | 'sessions' | 'places' | 'held' | 'kept' | 'found'> {
  const has = count !== undefined && !isKept;
  const isNamed = has && job.found.length < limits.redactionJobFound;
  return {
    looked: job.looked + 1,
    sessions: job.sessions + (has ? 1 : 0),
    places: job.places + (has ? count : 0),
    held: job.held + (isHeld ? 1 : 0),
    kept: job.kept + (isKept ? 1 : 0),
    found: isNamed ? [...job.found, { sessionId, count }] : job.found,
  };
}

async function lookAt(
  context: Context,
  actor: MemberActor,
  job: RedactionJobRecord,
  session: SessionRecord,
  text: string,
): Promise<Seen> {
  const { sessionId, organizationId } = session;
  const { store } = context;
  if (!(await mayRead(context, actor, session))) return { isHeld: true };
  const isThere = (await store.redaction.place(organizationId, sessionId)) !== undefined;
  if (!isThere) return {};
  const place = await placeOf(context, actor, sessionId);
  const look = await lookFor(context, actor, place, { text });
  const forms = formsOf(text);
  const isSaid = async () =>
    (await store.redactionJob.said(sessionId)).some((said) => strike(said, forms).count > 0);
  if (look.found.length === 0 && !(await isSaid())) return {};
  const count = look.found.reduce((sum, one) => sum + one.count, 0);
  if (job.state === 'looking') {
    await noteReads(context, actor, [sessionId], 'find');
    const until = await store.legalHold.keeps(organizationId, sessionId, context.clock());
    return { count, isKept: until !== undefined };
  }
  const begun = await beginRedaction(context, actor, session, {
    ...{ wanted: look.wanted, found: look.found },
    ...{ reason: job.reason ?? '', jobId: job.jobId },
  });
  // It was deleted meanwhile.
  if (!begun) return {};
  if (begun === 'known' || !('keptUntil' in begun)) return { count };
  await record(context, {
    ...{ action: 'legal_hold_refused', outcome: 'refused', organizationId },
    ...{ targetId: sessionId, actorId: actor.userId },
  });
  return { count, isKept: true };
}
