import type { ChangeInboxSettings } from '@debrief/contract';
import type { MemberActor } from '../../src/domain/actor.ts';
import type { Context } from '../../src/domain/context.ts';
import { removeSession } from '../../src/domain/erasure/deletion.ts';
import type { Channel } from '../../src/domain/mail/ports.ts';
import { removeMember } from '../../src/domain/member.ts';
import { assignReviewer, declineReview, removeReviewer } from '../../src/domain/review/assignment.ts';
import { deleteComment, editComment } from '../../src/domain/review/comment.ts';
import { changeInboxSettings, changeNotification, readInbox } from '../../src/domain/review/inbox.ts';
import type { NotificationRecord } from '../../src/domain/review/records.ts';
import { dismissReview, setMark, submitReview, withdrawReview } from '../../src/domain/review/review.ts';
import { addComment, changeThread, openThread } from '../../src/domain/review/thread.ts';
import { setTick } from '../../src/domain/review/tick.ts';
import type { OrganizationAlone } from '../domain/organization.ts';
import type { Dice } from '../fuzz/dice.ts';
import type { Growth } from './growth.ts';

const minute = 60_000;
const hour = 60 * minute;

/** What only its reader decides about a line; the test remembers it beside the database. */
export interface Reading {
  isRead: boolean;
  snoozedUntil: number;
}

type Place = { sessionId: string; threadId: string; commentIds: { id: string; by: string }[] };

const isRefusal = (error: unknown): boolean =>
  typeof (error as { code?: unknown }).code === 'string' &&
  error instanceof Error &&
  error.name !== 'TypeError';

/** People who do things about sessions at random, for as long as there is a session. */
export class RandomTeam {
  readonly team: OrganizationAlone;
  readonly context: Context;
  readonly random: Dice;
  readonly #growth: Growth;
  people: MemberActor[] = [];
  sessionIds: string[] = [];
  /** By the id of a line. */
  readonly readings = new Map<string, Reading>();
  readonly #events = new Map<string, number>();
  #threads: Place[] = [];
  #reviews: { sessionId: string; reviewId: string; by: MemberActor }[] = [];

  constructor(team: OrganizationAlone, channels: readonly Channel[], random: Dice, growth: Growth) {
    this.#growth = growth;
    this.team = team;
    this.context = { ...team.context, sendsMail: channels.includes('mail') };
    this.random = random;
  }

  async begin(): Promise<void> {
    this.people = [this.team.owner];
    for (let n = 0; n < 3; n++) await this.#join();
    await this.#open();
    if (this.random.chance(0.3)) await this.#open();
  }

  async #join(): Promise<void> {
    const person = await this.team.member();
    const { random } = this;
    const settings: ChangeInboxSettings = {
      timeZone: random.of(['UTC', 'Asia/Tokyo', 'America/New_York']),
      quietHours: random.chance(0.5) ? { from: '20:00', to: '07:00' } : null,
      outlets: random.chance(0.5) ? { replied: 'mail', accepted: 'mail', mentioned: 'inbox' } : {},
    };
    await changeInboxSettings(this.context, person, settings);
    this.people.push(person);
  }

  async #open(): Promise<void> {
    const author = this.random.chance(0.9) ? this.#person() : undefined;
    const session = await this.team.session(author);
    await this.#growth.makeUnreadable(session);
    this.sessionIds.push(session.sessionId);
    this.#events.set(session.sessionId, 0);
  }

  /** A sequence of the session. */
  #sequence(sessionId: string): number {
    return this.random.below((this.#events.get(sessionId) ?? 0) + 1);
  }

  async #grow(): Promise<void> {
    const sessionId = this.random.of(this.sessionIds);
    const events = (this.#events.get(sessionId) ?? 0) + 1;
    this.#events.set(sessionId, events);
    const status = this.random.chance(0.3) ? 'completed' : 'active';
    await this.#growth.growTo(sessionId, { events, at: this.team.time.now, status });
  }

  #person(): MemberActor {
    return this.random.of(this.people);
  }

  /** One deed; those that are refused leave everything as it was. */
  async step(): Promise<string> {
    const deeds = Object.entries(this.#deeds());
    const [name, deed] = this.random.of(deeds);
    try {
      await deed();
      return name;
    } catch (error) {
      if (isRefusal(error)) return `${name} (refused)`;
      throw error;
    }
  }

  #body(): string {
    const { random } = this;
    const mention = random.chance(0.4) ? ` @${this.#person().userId}` : '';
    return `${random.chance(0.2) ? 'FYI ' : ''}words${mention}`;
  }

  #deeds(): Record<string, () => Promise<unknown>> {
    return { ...this.#talking(), ...this.#judging(), ...this.#reading(), ...this.#seldom() };
  }

  #talking(): Record<string, () => Promise<unknown>> {
    const { context, random } = this;
    const state = () => random.of([undefined, undefined, 'resolved', 'open'] as const);
    const reply = async () => {
      const place = random.of(this.#threads);
      if (!place) return;
      const by = this.#person();
      const input = {
        sessionId: place.sessionId,
        threadId: place.threadId,
        body: this.#body(),
        state: state(),
      };
      const { thread } = await addComment(context, by, input as Parameters<typeof addComment>[2]);
      place.commentIds.push({ id: thread.comments.at(-1)?.commentId as string, by: by.userId });
    };
    const onComment = async (work: (place: Place, id: string, by: MemberActor) => Promise<unknown>) => {
      const place = random.of(this.#threads);
      const comment = place && random.of(place.commentIds);
      if (comment)
        await work(place, comment.id, this.people.find((one) => one.userId === comment.by) ?? this.#person());
    };
    return {
      ask: async () => {
        const by = this.#person();
        const sessionId = random.of(this.sessionIds);
        const { thread } = await openThread(context, by, {
          sessionId,
          anchor: { sequence: this.#sequence(sessionId) },
          body: this.#body(),
        });
        const commentIds = thread.comments.map(({ commentId }) => ({ id: commentId, by: by.userId }));
        this.#threads.push({ sessionId, threadId: thread.threadId, commentIds });
      },
      reply,
      'reply again': reply,
      change: async () => {
        const place = random.of(this.#threads);
        if (!place) return;
        const change = random.chance(0.7)
          ? { state: random.of(['resolved', 'open'] as const) }
          : { needsAnswer: random.chance(0.5) };
        await changeThread(context, this.#person(), { ...place, ...change });
      },
      edit: () =>
        onComment((place, commentId, by) =>
          editComment(context, by, { ...place, commentId, body: this.#body() }),
        ),
      'delete comment': () =>
        onComment((place, commentId, by) => deleteComment(context, by, { ...place, commentId })),
    };
  }

  #judging(): Record<string, () => Promise<unknown>> {
    const { context, random } = this;
    const pair = () => ({ sessionId: random.of(this.sessionIds), userId: this.#person().userId });
    const judge = async () => {
      const by = this.#person();
      const outcome = random.of(['accepted', 'follow_up', 'noted'] as const);
      const sessionId = random.of(this.sessionIds);
      const { review } = await submitReview(context, by, {
        sessionId,
        outcome,
        throughSequence: this.#sequence(sessionId),
      });
      this.#reviews.push({ sessionId, reviewId: review.reviewId, by });
    };
    return {
      judge,
      'judge again': judge,
      withdraw: async () => {
        const review = random.of(this.#reviews);
        if (review) await withdrawReview(context, review.by, review);
      },
      dismiss: async () => {
        const review = random.of(this.#reviews);
        if (review) await dismissReview(context, this.team.owner, { ...review, reason: 'x' });
      },
      assign: () => assignReviewer(context, this.team.owner, pair()),
      'assign oneself': () => {
        const by = this.#person();
        return assignReviewer(context, by, { ...pair(), userId: by.userId });
      },
      unassign: () => removeReviewer(context, this.team.owner, pair()),
      decline: () => declineReview(context, this.#person(), { sessionId: random.of(this.sessionIds) }),
      mark: () => {
        const sessionId = random.of(this.sessionIds);
        return setMark(context, this.#person(), { sessionId, throughSequence: this.#sequence(sessionId) });
      },
      tick: () =>
        setTick(context, this.#person(), {
          sessionId: random.of(this.sessionIds),
          kind: random.of(['file', 'claim'] as const),
          subject: 'a.ts',
          version: '1',
          ticked: random.chance(0.6),
        }),
      grow: () => this.#grow(),
    };
  }

  lines(userId: string): Promise<NotificationRecord[]> {
    return this.context.store.notification.list(userId, { unread: false, now: 0, limit: 1000 });
  }

  async #note(userId: string, fits: (line: NotificationRecord) => boolean): Promise<void> {
    for (const line of await this.lines(userId)) {
      if (fits(line)) this.readings.set(line.notificationId, { isRead: true, snoozedUntil: 0 });
    }
  }

  #reading(): Record<string, () => Promise<unknown>> {
    const { context, random } = this;
    const onLine = async (work: (line: NotificationRecord, by: MemberActor) => Promise<unknown>) => {
      const by = this.#person();
      const lines = (await this.lines(by.userId)).filter(
        ({ notificationId }) => !this.readings.get(notificationId)?.isRead,
      );
      const line = random.of(lines);
      if (line) await work(line, by);
    };
    return {
      'read line': () =>
        onLine(async ({ notificationId }, by) => {
          this.readings.set(notificationId, { isRead: true, snoozedUntil: 0 });
          await changeNotification(context, by, { notificationId, state: random.of(['read', 'done']) });
        }),
      'put off': () =>
        onLine(async ({ notificationId }, by) => {
          const snoozedUntil = this.team.time.now + (1 + random.below(300)) * minute;
          this.readings.set(notificationId, { isRead: false, snoozedUntil });
          const until = new Date(snoozedUntil).toISOString();
          await changeNotification(context, by, { notificationId, state: 'unread', until });
        }),
      'read session': async () => {
        const by = this.#person();
        const sessionId = random.of(this.sessionIds);
        await this.#note(by.userId, (line) => line.sessionId === sessionId && line.threadId === null);
        await readInbox(context, by, { sessionId });
      },
      'read thread': async () => {
        const by = this.#person();
        const place = random.of(this.#threads);
        if (!place) return;
        await this.#note(by.userId, (line) => line.threadId === place.threadId);
        await readInbox(context, by, { sessionId: place.sessionId, threadIds: [place.threadId] });
      },
    };
  }

  /** Seldom, so that something is left to be said. */
  #seldom(): Record<string, () => Promise<unknown>> {
    if (this.random.chance(0.9)) return {};
    return {
      'make known who ran it': () =>
        this.context.store.author.giveEarlier({
          organizationId: this.team.owner.organizationId,
          environmentId: this.team.tenant.environment.environmentId,
          userId: this.#person().userId,
          at: this.team.time.now,
          channels: ['mail'],
        }),
      'remove member': async () => {
        const [, ...others] = this.people;
        const person = this.random.of(others);
        await removeMember(this.context, this.team.owner, { userId: person.userId });
        this.people = this.people.filter((one) => one !== person);
        await this.#join();
      },
      'delete session': async () => {
        const sessionId = this.random.of(this.sessionIds);
        await removeSession(this.context, this.team.owner, { sessionId });
        this.sessionIds = this.sessionIds.filter((one) => one !== sessionId);
        this.#threads = this.#threads.filter((one) => one.sessionId !== sessionId);
        this.#reviews = this.#reviews.filter((one) => one.sessionId !== sessionId);
        await this.#open();
      },
    };
  }

  /** A minute to some hours. */
  pass(): void {
    const { random } = this;
    this.team.time.now += random.chance(0.5)
      ? (1 + random.below(20)) * minute
      : random.chance(0.7)
        ? (1 + random.below(70)) * minute
        : (1 + random.below(20)) * hour;
  }
}
