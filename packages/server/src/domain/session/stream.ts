import { limits } from '@debrief/contract';
import { accessFor, mayRead } from '../access/session.ts';
import type { MemberActor } from '../actor.ts';
import type { Context } from '../context.ts';
import type { SessionRecord } from '../records.ts';
import { Discussion } from '../review/discussion.ts';
import { presentEvent } from './event.ts';
import { KeptJson } from './kept-json.ts';
import type { Happening } from './ports.ts';
import { readableSession } from './reading.ts';
import { presentSession } from './session.ts';

export interface FollowInput {
  sessionId: string;
  after: number;
  content?: 'events' | 'entries' | 'all';
  entriesAfter?: number;
  /** Version of what was said about the session that the client has. */
  reviewAfter?: number;
}

export interface Timing {
  /** A sign of life, and a look whether the reader is still a member, should the bell have been missed. */
  beat: number;
  /** After this long it ends; a client that is still there comes back. */
  life: number;
  /** Between two looks at the log. */
  gap: number;
}

export const defaultTiming: Timing = { beat: 15_000, life: 10 * 60_000, gap: 50 };

const pageBytes = 1024 * 1024;

/** Refuses like any route before it begins; what comes then is pulled, as fast as the reader takes it. */
export async function streamEvents(
  context: Context,
  actor: MemberActor,
  input: FollowInput,
  timing: Timing = defaultTiming,
): Promise<(signal: AbortSignal) => AsyncGenerator<Happening>> {
  const session = await readableSession(context, actor, input.sessionId, 'stream');
  return (signal) => follow(context, actor, session, input, timing, signal);
}

async function* follow(
  context: Context,
  actor: MemberActor,
  { organizationId, sessionId }: SessionRecord,
  input: FollowInput,
  timing: Timing,
  signal: AbortSignal,
): AsyncGenerator<Happening> {
  const end = Date.now() + timing.life;
  const ear = new Ear(context, sessionId, actor.userId, signal);
  let viewer = actor;
  const content = input.content ?? 'events';
  let position = input.after;
  let entriesTo = input.entriesAfter ?? input.after;
  let told: string | undefined;
  const discussion = new Discussion(context, { sessionId, userId: actor.userId }, input.reviewAfter);
  let beatAt = Date.now() + timing.beat;
  try {
    while (!signal.aborted && Date.now() < end) {
      ear.rung = false;
      if (ear.memberRung) {
        ear.memberRung = false;
        const still = await stillMember(context, viewer);
        if (!still) {
          yield { kind: 'left' };
          return;
        }
        viewer = still;
      }
      const looked = Date.now();
      const session = await context.store.session.find(organizationId, sessionId);
      if (!session) {
        yield { kind: 'gone' };
        return;
      }
      if (!(await mayRead(context, viewer, session))) {
        yield { kind: 'unshared' };
        return;
      }
      const statistics = (await context.store.statistics.find([sessionId])).get(sessionId);
      const findings = (await context.store.judgement.summaries([sessionId])).get(sessionId);
      const access = await accessFor(context, viewer, session, true);
      const labels = (await context.store.label.of([sessionId])).get(sessionId);
      const state = JSON.stringify([session.status, statistics, findings, access, labels]);
      const { review, news: said } = await discussion.look(session);
      const shown = () => presentSession(session, { statistics, findings, review, labels, access, viewer });
      const news: Happening[] = state === told ? [] : [{ kind: 'session', data: shown() }];
      // First of all how things stand; later, what happened before how it ended.
      if (told === undefined) yield* news;
      if (content !== 'entries')
        for await (const event of eventsAfter(context, session, position)) {
          position = event.sequence;
          yield event;
          if (signal.aborted) return;
          if (ear.memberRung) break;
        }
      if (ear.memberRung) continue;
      if (content !== 'events' && statistics && statistics.foldedTo > entriesTo) {
        const { foldedTo } = statistics;
        yield await entriesAfter(context, sessionId, entriesTo, foldedTo, content === 'entries');
        entriesTo = foldedTo;
        if (signal.aborted) return;
      }
      if (told !== undefined) yield* news;
      yield* said;
      told = state;
      await ear.listen(Math.min(beatAt, end) - Date.now(), looked + timing.gap);
      if (Date.now() < beatAt) continue;
      const still = await stillMember(context, viewer);
      if (!still) {
        yield { kind: 'left' };
        return;
      }
      viewer = still;
      discussion.forgetPolicy();
      beatAt = Date.now() + timing.beat;
      yield { kind: 'beat' };
    }
  } finally {
    ear.close();
  }
}

/** Pages looked through for one message; with more the client does better to read anew. */
const maxPages = 12;

async function entriesAfter(
  context: Context,
  sessionId: string,
  after: number,
  foldedTo: number,
  isPosition: boolean,
): Promise<Happening> {
  const { entries, isWhole } = await context.store.transcript.changedAfter(sessionId, after, maxPages);
  const items = entries.map(({ lane, index, entry }) => ({ lane, index, entry: new KeptJson(entry) }));
  return {
    kind: 'entries',
    foldedTo,
    isPosition,
    data: { foldedTo, isWhole, entries: isWhole ? items : [] },
  };
}

async function* eventsAfter(context: Context, session: SessionRecord, after: number) {
  const { organizationId, sessionId } = session;
  for (let position = after; ; ) {
    const page = await context.log.read({
      organizationId,
      sessionId,
      order: 'asc',
      after: position,
      limit: limits.eventsPage.max,
      bytes: pageBytes,
    });
    for (const event of page.events) {
      yield {
        kind: 'event' as const,
        sequence: event.sequence,
        data: presentEvent(sessionId, event),
      };
      position = event.sequence;
    }
    if (!page.more) return;
  }
}

/** The reader with the role they have now; undefined once they may not read any more. */
async function stillMember(context: Context, actor: MemberActor): Promise<MemberActor | undefined> {
  const member = await context.store.identity.findActive(actor.userId);
  if (member?.organizationId !== actor.organizationId) return undefined;
  const { access: _, ...rest } = actor;
  return { ...rest, role: member.role, ...(member.access && { access: member.access }) };
}

/** Waits for the bell, for a while. */
class Ear {
  rung = false;
  /** The reader's membership may have changed. True at first: it may have ended before anybody listened. */
  memberRung = true;
  readonly #signal: AbortSignal;
  readonly #stop: (() => void) | undefined;
  readonly #stopMember: (() => void) | undefined;
  #wake: (() => void) | undefined;

  constructor(context: Context, sessionId: string, userId: string, signal: AbortSignal) {
    this.#signal = signal;
    this.#stop = context.bell?.listen(() => {
      this.rung = true;
      this.#wake?.();
    }, sessionId);
    this.#stopMember = context.bell?.listenMember(userId, () => {
      this.rung = true;
      this.memberRung = true;
      this.#wake?.();
    });
    signal.addEventListener('abort', this.#onAbort);
  }

  readonly #onAbort = () => this.#wake?.();

  /** Until something rings, the time is up or nobody is there any more; never before `earliest`, so that rings gather. */
  async listen(max: number, earliest: number): Promise<void> {
    if (!this.rung) await this.#pause(Math.max(0, max));
    const rest = earliest - Date.now();
    if (rest > 0 && !this.#signal.aborted) await new Promise((resolve) => setTimeout(resolve, rest));
  }

  close(): void {
    this.#stop?.();
    this.#stopMember?.();
    this.#signal.removeEventListener('abort', this.#onAbort);
  }

  #pause(ms: number): Promise<void> {
    if (this.#signal.aborted) return Promise.resolve();
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, ms);
    this.#wake = resolve;
    return promise.finally(() => clearTimeout(timer));
  }
}
