import type { ReviewStanding } from '@debrief/contract';
import type { Context } from '../context.ts';
import type { SessionRecord } from '../records.ts';
import type { Happening } from '../session/ports.ts';
import type { AppliedPolicy } from './default-policy.ts';
import { reviewOf } from './review.ts';
import { presentStanding } from './standing.ts';
import { presentThread } from './thread.ts';

type Said = Extract<Happening, { kind: 'thread' | 'review' }>;

/** What somebody who follows a session has heard of its threads and its review. */
export class Discussion {
  readonly #context: Context;
  readonly #sessionId: string;
  readonly #userId: string;
  #version: number | undefined;
  #state: string | undefined;
  #policy: AppliedPolicy | undefined;

  constructor(
    context: Context,
    { sessionId, userId }: { sessionId: string; userId: string },
    version: number | undefined,
  ) {
    this.#userId = userId;
    this.#context = context;
    this.#sessionId = sessionId;
    this.#version = version;
  }

  /** Read again at the next look: rules change rarely, and nobody is told. */
  forgetPolicy(): void {
    this.#policy = undefined;
  }

  /** Where the review stands, and what is new since the last look. */
  async look(session: SessionRecord): Promise<{ review: ReviewStanding; news: AsyncGenerator<Said> }> {
    const { store, clock } = this.#context;
    this.#policy ??= await store.review.policy(session.organizationId);
    const glance = await store.review.glance(this.#sessionId);
    const review = presentStanding(glance.standing, glance.session, this.#policy, clock());
    const version = glance.standing?.version ?? 0;
    const known = this.#version ?? version;
    const isOther = this.#state !== undefined && review.state !== this.#state;
    this.#version = version;
    this.#state = review.state;
    return { review, news: this.#news(session, known, version, isOther) };
  }

  async *#news(
    session: SessionRecord,
    known: number,
    version: number,
    isOther: boolean,
  ): AsyncGenerator<Said> {
    if (version > known) yield* this.#threads(known, version);
    if (version > known || isOther) {
      yield { kind: 'review', data: await reviewOf(this.#context, session, this.#userId) };
    }
  }

  /** One at a time, as fast as the reader takes them: a thread can be long. */
  async *#threads(known: number, version: number): AsyncGenerator<Said> {
    const { thread } = this.#context.store;
    for (const changed of await thread.changedAfter(this.#sessionId, known)) {
      const comments = await thread.commentsAfter(changed.threadId, known);
      yield { kind: 'thread', data: { version, thread: presentThread({ ...changed, comments }) } };
    }
  }
}
