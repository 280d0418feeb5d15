import assert from 'node:assert/strict';
import { attentionOf, isTurn, linesOf, type ReviewFacts, summaryOf } from '@debrief/review';
import type { MemberActor } from '../../src/domain/actor.ts';
import { sendDigests } from '../../src/domain/mail/digest.ts';
import type { Mailer, OutgoingMail } from '../../src/domain/mail/ports.ts';
import { sendDueMails } from '../../src/domain/mail/send.ts';
import { attendReviews } from '../../src/domain/review/attend.ts';
import { listInbox, unreadOf } from '../../src/domain/review/inbox.ts';
import { outletOf } from '../../src/domain/review/notification.ts';
import type { NotificationRecord } from '../../src/domain/review/records.ts';
import { createMailer } from '../../src/idp/mail.ts';
import { anOrganizationAlone } from '../domain/organization.ts';
import type { Dice } from '../fuzz/dice.ts';
import { startMail } from '../mail.ts';
import type { TestStorage } from '../storage.ts';
import { openGrowth } from './growth.ts';
import { RandomTeam } from './random-team.ts';

const minute = 60_000;
const hour = 60 * minute;

export interface HistoryFigures {
  histories: number;
  steps: number;
  lines: number;
  mails: number;
  digests: number;
}

interface Session {
  sessionId: string;
  facts: ReviewFacts;
}

/** What is expected of a line, from the facts and what its reader did with it. */
interface Expected {
  notificationId: string;
  reason: NotificationRecord['reason'];
  sessionId: string;
  isRead: boolean;
  snoozedUntil: number;
  /** When it came. */
  at: number;
}

/**
 * Histories of up to so many random deeds on a real store, with a clock and a mail server: after each step every inbox, every badge,
 * what waits for whom, and what is mailed are compared with what the facts come to.
 */
export async function runHistories(
  storage: TestStorage,
  { count, steps, random }: { count: number; steps: number; random: Dice },
): Promise<HistoryFigures> {
  const figures = { histories: 0, steps: 0, lines: 0, mails: 0, digests: 0 };
  const smtp = await startMail();
  const growth = await openGrowth(storage.config);
  try {
    const mailer = createMailer({
      smtpUrl: smtp.url,
      publicUrl: 'https://debrief.example',
      version: '0.0.0',
    }) as Mailer;
    for (; figures.histories < count; figures.histories++) {
      const team = new RandomTeam(await anOrganizationAlone(storage), ['mail'], random, growth);
      await team.begin();
      await new History(team, mailer, smtp.mails, figures).run(1 + random.below(steps));
      // Others' mails would come along with those of the next.
      await growth.forgetNews();
      smtp.mails.length = 0;
    }
  } finally {
    await growth.close();
    await smtp.close();
  }
  return figures;
}

class History {
  readonly #team: RandomTeam;
  readonly #mailer: Mailer;
  readonly #received: string[];
  readonly #figures: HistoryFigures;
  /** When a line was first seen, and whether it was mailed. */
  readonly #seen = new Map<string, number>();
  readonly #mailed = new Set<string>();
  readonly #lastMail = new Map<string, number>();
  readonly #addresses = new Map<string, string>();
  readonly #done: string[] = [];
  /** The rows that somebody's views were last looked at with. */
  readonly #checked = new Map<string, string>();

  constructor(team: RandomTeam, mailer: Mailer, received: string[], figures: HistoryFigures) {
    this.#team = team;
    this.#mailer = mailer;
    this.#received = received;
    this.#figures = figures;
  }

  async run(steps: number): Promise<void> {
    try {
      for (let step = 0; step < steps; step++) {
        this.#done.push(await this.#team.step());
        this.#figures.steps++;
        await this.#check();
        if (this.#team.random.chance(0.5)) {
          this.#team.pass();
          this.#done.push(`at ${new Date(this.#team.team.time.now).toISOString()}`);
          await attendReviews(this.#team.context);
          await this.#send();
          await this.#check();
        }
      }
    } catch (error) {
      if (error instanceof Error) error.message = `${this.#done.join(', ')}: ${error.message}`;
      throw error;
    }
  }

  async #facts(): Promise<Session[]> {
    const { review } = this.#team.context.store;
    return Promise.all(
      this.#team.sessionIds.map(async (sessionId) => {
        const picture = await review.picture(sessionId);
        assert.ok(picture);
        // What lists read beside the session is what the facts come to.
        const { isBegun, accepted, followUps } = picture.standing ?? {
          isBegun: 0,
          accepted: [],
          followUps: 0,
        };
        const summary = summaryOf(picture.facts);
        assert.deepEqual(
          [isBegun === 1, accepted, followUps],
          [summary.isBegun, summary.accepted, summary.followUps],
          'standing',
        );
        return { sessionId, facts: picture.facts };
      }),
    );
  }

  /** Inbox, badge and whose turn it is are what the facts come to. */
  async #check(): Promise<void> {
    const { context, people, sessionIds } = this.#team;
    const now = context.clock();
    const facts = await this.#facts();
    const told = await context.store.queue.attention(sessionIds);
    for (const { sessionId, facts: one } of facts) {
      // What a session has grown to is looked at when it is quiet; until then it says since when it was so before.
      const key = ({ userId, reason, since }: { userId: string; reason: string; since: number }) =>
        `${userId} ${reason}${reason === 'outgrown' ? '' : ` ${since}`}`;
      assert.deepEqual(
        (told.get(sessionId) ?? []).map(key).sort(),
        attentionOf(one).map(key).sort(),
        'turns',
      );
    }
    const wanted = facts.flatMap(({ sessionId, facts: one }) =>
      linesOf(one, { now }).map((line) => ({ ...line, sessionId })),
    );
    for (const person of people) {
      const { userId } = person;
      const expected = wanted
        .filter(isOf(userId))
        .map((line) => [line.sessionId, line.reason, line.cause, line.by ?? null, line.threadId ?? null]);
      const lines = (await this.#team.lines(userId)).filter(({ sessionId }) => sessionId !== null);
      const found = lines.map((one) => [one.sessionId, one.reason, one.cause, one.byUserId, one.threadId]);
      assert.deepEqual(found.map(String).sort(), expected.map(String).sort(), 'inbox');
      for (const { notificationId } of lines) {
        if (!this.#seen.has(notificationId)) this.#figures.lines++;
        if (!this.#seen.has(notificationId)) this.#seen.set(notificationId, now);
      }
      // The same rows at the same time give the same answers: most deeds concern one or two of them.
      const rows = JSON.stringify([now, lines, [...told].map(([id, all]) => [id, all.filter(isOf(userId))])]);
      if (this.#checked.get(userId) === rows) continue;
      await this.#checkViews(person, lines, facts);
      this.#checked.set(userId, rows);
    }
  }

  /** Badge, inbox and *Your turn* of a member show their lines. */
  async #checkViews(
    person: MemberActor,
    lines: readonly NotificationRecord[],
    facts: readonly Session[],
  ): Promise<void> {
    const { context } = this.#team;
    const { userId, organizationId } = person;
    const now = context.clock();
    const own = this.#expected(lines);
    const waiting = own.filter((one) => !one.isRead && one.snoozedUntil <= now);
    assert.equal(await unreadOf(context, person), waiting.length, 'badge');
    // Of no lines at all nothing can be listed.
    const page = lines.length > 0 ? await listInbox(context, person, { limit: 100 }) : undefined;
    assert.equal(page?.unread ?? 0, waiting.length, 'badge of the inbox');
    assert.deepEqual(
      (page?.notifications ?? []).map(({ notificationId }) => notificationId).sort(),
      waiting.map(({ notificationId }) => notificationId).sort(),
      'unread',
    );
    const turns = await context.store.queue.turns({ organizationId, userId, now }, 100);
    assert.equal(turns, this.#turns(userId, own, facts), 'your turn');
  }

  #expected(lines: readonly NotificationRecord[]): Expected[] {
    return lines.map(({ notificationId, reason, sessionId }) => ({
      notificationId,
      reason,
      sessionId: sessionId ?? '',
      isRead: this.#team.readings.get(notificationId)?.isRead ?? false,
      snoozedUntil: this.#team.readings.get(notificationId)?.snoozedUntil ?? 0,
      at: this.#seen.get(notificationId) ?? this.#team.context.clock(),
    }));
  }

  /** In how many sessions something waits that was not put off altogether. */
  #turns(userId: string, lines: readonly Expected[], all: readonly Session[]): number {
    const now = this.#team.context.clock();
    let turns = 0;
    for (const { sessionId, facts } of all) {
      const mine = attentionOf(facts).filter((one) => one.userId === userId);
      const isWaiting = mine.some(({ reason }) => {
        const name = reason === 'answer' ? 'asked' : reason;
        const own = lines.filter((line) => line.sessionId === sessionId && line.reason === name);
        return own.length === 0 || own.some((line) => line.isRead || line.snoozedUntil <= now);
      });
      if (isWaiting) turns++;
    }
    return turns;
  }

  async #addressOf({ userId, organizationId }: MemberActor): Promise<string> {
    const known = this.#addresses.get(userId);
    const email = known ?? (await this.#team.context.store.member.find(organizationId, userId))?.email ?? '';
    this.#addresses.set(userId, email);
    return email;
  }

  /** Everybody gets the mail that is due to them now and may be sent, and no other; each says what is so now. */
  async #send(): Promise<void> {
    const { context, people } = this.#team;
    const now = context.clock();
    const wanted = new Map<string, { text: RegExp; ids: string[]; userId: string }>();
    for (const person of people) {
      const mail = await this.#dueTo(person.userId, now);
      if (mail) wanted.set(await this.#addressOf(person), { ...mail, userId: person.userId });
    }
    const sent: OutgoingMail[] = [];
    const mailer = {
      send: async (mail: OutgoingMail) => {
        const before = this.#received.length;
        await this.#mailer.send(mail);
        assert.equal(this.#received.length, before + 1);
        const first = (this.#received.at(-1) ?? '').split('\r\n\r\n')[1]?.split('\r\n')[0];
        assert.equal(first, mail.text.split('\n')[0], 'as it went over the wire');
        sent.push(mail);
      },
    };
    await sendDueMails(context, mailer, (error) => assert.fail(String(error)));
    for (const mail of sent) {
      const one = wanted.get(mail.to);
      assert.ok(one, `nothing was due to ${mail.to}: ${mail.text}`);
      assert.match(mail.text, one.text);
      for (const id of one.ids) this.#mailed.add(id);
      this.#lastMail.set(one.userId, now);
      wanted.delete(mail.to);
    }
    assert.deepEqual([...wanted.keys()], [], 'mails that were due');
    this.#figures.mails += sent.length;
    await this.#digest(now);
  }

  /** Where the settings put each of them; they are chosen once for each person. */
  async #dueTo(userId: string, now: number): Promise<{ text: RegExp; ids: string[] } | undefined> {
    const lines = await this.#team.lines(userId);
    if (lines.length === 0) return undefined;
    const settings = await this.#team.context.store.notification.findSettings(userId);
    const pending = this.#expected(lines).filter(
      ({ notificationId, reason, isRead, snoozedUntil }) =>
        !isRead &&
        snoozedUntil <= now &&
        !this.#mailed.has(notificationId) &&
        outletOf(settings, reason) === 'mail',
    );
    const due = pending.filter(({ at }) => at + 10 * minute <= now);
    if (due.length === 0 || isNight(settings?.timeZone ?? 'UTC', settings?.quietFrom ?? null, now))
      return undefined;
    const isUrgent = due.some(({ reason }) => reason === 'asked');
    if (!isUrgent && now < (this.#lastMail.get(userId) ?? 0) + hour) return undefined;
    const turns = pending.filter(({ reason }) => isTurn(reason)).length;
    const text =
      pending.length === 1
        ? turns === 1
          ? /^It is your turn: /
          : /^For your information: /
        : turns > 0
          ? new RegExp(`^It is your turn in ${turns === 1 ? 'one thing' : `${turns} things`}\\.\n`)
          : new RegExp(`^For your information: ${pending.length} things happened`);
    return { text, ids: pending.map(({ notificationId }) => notificationId) };
  }

  /** The first line of a digest is about all that waits. */
  async #digest(now: number): Promise<void> {
    const { context, people } = this.#team;
    const byEmail = new Map<string, string>();
    for (const person of people) byEmail.set(await this.#addressOf(person), person.userId);
    const check = async (mail: OutgoingMail) => {
      const userId = byEmail.get(mail.to);
      assert.ok(userId, mail.to);
      await this.#mailer.send(mail);
      const own = this.#expected(await this.#team.lines(userId));
      const turns = this.#turns(userId, own, await this.#facts());
      const first = mail.text.split('\n')[0] ?? '';
      assert.ok(
        turns === 0
          ? first === 'For your information: no review waits for you.'
          : first.startsWith(`It is your turn in ${turns === 1 ? 'one session' : `${turns} sessions`}: `),
        first,
      );
      const settings = await context.store.notification.findSettings(userId);
      assert.ok(!isNight(settings?.timeZone ?? 'UTC', settings?.quietFrom ?? null, now), 'a digest at night');
      assert.ok(now >= (this.#lastMail.get(userId) ?? 0) + hour, 'a digest within an hour');
      const told = mail.text.split('\n').filter((line) => line.startsWith('- ')).length;
      const unread = own.filter((one) => !one.isRead && one.snoozedUntil <= now);
      assert.ok(told >= 1 && told <= unread.length, 'a digest of what is unread');
      this.#lastMail.set(userId, now);
      this.#figures.digests++;
    };
    await sendDigests(context, { send: check }, (error) => assert.fail(error as Error));
  }
}

const isOf =
  (userId: string) =>
  (one: { userId: string }): boolean =>
    one.userId === userId;

/** Between eight and seven by their clock, where they want that; worked out in another way than the server does. */
function isNight(timeZone: string, quietFrom: number | null, now: number): boolean {
  if (quietFrom === null) return false;
  const hours = Number(
    new Date(now).toLocaleTimeString('en-GB', { timeZone, hour: '2-digit', hour12: false }).slice(0, 2),
  );
  return hours >= 20 || hours < 7;
}
