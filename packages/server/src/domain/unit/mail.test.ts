import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import {
  anOrganizationAlone,
  begin,
  type OrganizationAlone,
  onAStoreAlone,
} from '../../../testing/domain/organization.ts';
import type { MemberActor } from '../actor.ts';
import type { Context } from '../context.ts';
import { sendDigests } from '../mail/digest.ts';
import type { OutgoingMail } from '../mail/ports.ts';
import { clockOf, isQuietHour, lastTime } from '../mail/quiet-hours.ts';
import { purgeNotifications, sendDueMails } from '../mail/send.ts';
import { wordsFor } from '../mail/words.ts';
import { assignReviewer, newAssignment, removeReviewer } from '../review/assignment.ts';
import { deleteComment } from '../review/comment.ts';
import { changeInboxSettings, changeNotification, listInbox } from '../review/inbox.ts';
import { channelsOf } from '../review/notification.ts';
import type { NotificationRecord, NotificationSettingsRecord } from '../review/records.ts';
import { submitReview } from '../review/review.ts';
import { addComment, changeThread, openThread } from '../review/thread.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

onAStoreAlone('mails', (storage) => {
  let team: OrganizationAlone;
  let context: Context;
  let author: MemberActor;
  let ada: MemberActor;
  let sent: { at: number; mail: OutgoingMail }[];
  beforeEach(async () => {
    team = await anOrganizationAlone(storage());
    context = { ...team.context, sendsMail: true };
    [author, ada] = [await team.member(), await team.member()];
    sent = [];
  });
  const emailOf = async ({ userId }: MemberActor) =>
    (await context.store.member.find(team.owner.organizationId, userId))?.email;
  /** Only to the people of this test: others share the storage. */
  const mailer = (fault?: unknown) => ({
    send: async (mail: OutgoingMail) => {
      if (!mail.to.includes('@')) return;
      if (fault) throw fault;
      sent.push({ at: context.clock(), mail });
    },
  });
  const send = (fault?: unknown) => sendDueMails(context, mailer(fault), () => {});
  const to = async (person: MemberActor) => {
    const email = await emailOf(person);
    return sent.filter(({ mail }) => mail.to === email);
  };
  const firstLines = async (person: MemberActor) =>
    (await to(person)).map(({ mail }) => mail.text.split('\n')[0]);
  const ask = async (sessionId: string, body = 'Why?') =>
    (await openThread(context, ada, { sessionId, anchor: { sequence: 0 }, body })).thread;

  it('are judged when they are sent: what was answered, resolved, deleted or taken back is not', async () => {
    const { owner, time } = team;
    const { sessionId } = await team.session(author);
    const threads = [];
    for (let n = 0; n < 3; n++) {
      threads.push(await ask(sessionId));
      time.now += 1;
    }
    const [answered, resolved, deleted] = threads.map((thread) => ({
      sessionId,
      threadId: thread.threadId,
      commentId: thread.comments[0]?.commentId as string,
    }));
    assert.ok(answered && resolved && deleted);
    await assignReviewer(context, owner, { sessionId, userId: ada.userId });
    await addComment(context, author, { ...answered, body: 'Because.' });
    await changeThread(context, ada, { ...resolved, state: 'resolved' });
    await deleteComment(context, ada, deleted);
    await changeThread(context, ada, { ...deleted, state: 'resolved' });
    await removeReviewer(context, owner, { sessionId, userId: ada.userId });
    time.now += 11 * minute;
    await send();
    assert.deepEqual([await firstLines(author), await firstLines(ada)], [[], []]);
  });

  it('T27 say why rotation has asked somebody, alone and among others, without a word of the session', async () => {
    const { time } = team;
    const asked = async (why: object) => {
      const session = await team.session(author);
      const assignment = { ...newAssignment(session, ada.userId, time.now), assignedBy: 'policy' };
      const about = { session, at: time.now, channels: channelsOf(context) };
      await context.store.review.askByPolicy(about, [{ ...assignment, why: JSON.stringify(why) }]);
      time.now += 1000;
    };
    await asked({ because: 'files', files: 2 });
    time.now += 11 * minute;
    await send();
    await asked({ because: 'load', open: 1 });
    await asked({ because: 'turn' });
    time.now += 2 * hour;
    await send();
    const why = /^.*It is you by rotation.*$/gm;
    assert.deepEqual(
      (await to(ada)).map(({ mail }) => mail.text.match(why)),
      [
        ['It is you by rotation: you know 2 of the files that it changed.'],
        [
          '  It is you by rotation: you were asked longest ago.',
          '  It is you by rotation: you have the fewest reviews to do (1 is open).',
        ],
      ],
    );
  });

  it('201 requests are one mail', async () => {
    const { owner, time } = team;
    for (let n = 0; n < 201; n++) {
      const { sessionId } = await team.session(author);
      await assignReviewer(context, owner, { sessionId, userId: ada.userId });
      time.now += 1000;
    }
    for (let n = 0; n < 30; n++) {
      time.now += 10 * minute;
      await send();
    }
    assert.deepEqual(await firstLines(ada), ['It is your turn in 201 things.']);
    const text = (await to(ada))[0]?.mail.text ?? '';
    assert.equal(text.split('\n').filter((one) => one.startsWith('- you were')).length, 50);
    assert.match(text, /^- and 151 more in your inbox$/m);
  });

  it('come once an hour, but for a question', async () => {
    const { owner, time } = team;
    const asked = async () => {
      const { sessionId } = await team.session(author);
      await assignReviewer(context, owner, { sessionId, userId: author.userId });
      return sessionId;
    };
    await asked();
    time.now += 10 * minute;
    await send();
    const first = time.now;
    const sessionId = await asked();
    for (; time.now < first + 20 * minute; time.now += minute) await send();
    assert.equal((await to(author)).length, 1);
    await ask(sessionId);
    for (; time.now < first + 3 * hour; time.now += minute) await send();
    assert.deepEqual(
      (await to(author)).map(({ at }) => (at - first) / minute),
      [0, 30],
      'the question took the other line along',
    );
    await asked();
    for (; time.now < first + 5 * hour; time.now += minute) await send();
    assert.equal((await to(author)).length, 3);
  });

  it('wait their ten minutes, whatever else is due that is not mailed', async () => {
    const { time, owner } = team;
    const { sessionId } = await team.session(author);
    const judge = (by: MemberActor, outcome: 'accepted' | 'follow_up') =>
      submitReview(context, by, { sessionId, outcome, throughSequence: 0 });
    const begun = time.now;
    await judge(ada, 'accepted');
    time.now += 6 * minute;
    await judge(owner, 'follow_up');
    for (; time.now < begun + hour; time.now += minute) await send();
    assert.deepEqual(
      (await to(author)).map(({ at }) => (at - begun) / minute),
      [16],
    );
  });

  it('do not come in quiet hours, by the clock of the member', async () => {
    const { time } = team;
    // 22:00 to 07:00 in Tokyo are 13:00 to 22:00 UTC.
    await changeInboxSettings(context, author, {
      timeZone: 'Asia/Tokyo',
      quietHours: { from: '22:00', to: '07:00' },
    });
    const midnight = Math.floor(begin / day) * day;
    time.now = midnight + 12 * hour + 55 * minute;
    await ask((await team.session(author)).sessionId);
    for (; time.now < midnight + day; time.now += 5 * minute) await send();
    assert.deepEqual(
      (await to(author)).map(({ at }) => at - midnight),
      [22 * hour],
    );
  });

  it('ask anew what is wanted, and when something that was put off comes back', async () => {
    const { time } = team;
    await ask((await team.session(author)).sessionId);
    const notificationId = (await listInbox(context, author, {})).notifications[0]?.notificationId as string;
    const until = new Date(time.now + 5 * hour).toISOString();
    await changeNotification(context, author, { notificationId, state: 'unread', until });
    await ask((await team.session(ada)).sessionId);
    await changeInboxSettings(context, author, { outlets: { asked: 'inbox' } });
    for (; time.now < begin + hour; time.now += minute) await send();
    assert.equal((await to(author)).length, 0, 'not wanted any more');
    await changeInboxSettings(context, author, { outlets: { asked: 'mail' } });
    await changeNotification(context, author, { notificationId, state: 'unread', until });
    const second = await ask((await team.session(author)).sessionId);
    assert.ok(second);
    const [line] = (await listInbox(context, author, {})).notifications;
    const later = new Date(begin + 7 * hour).toISOString();
    const put = { notificationId: line?.notificationId as string, state: 'unread', until: later } as const;
    await changeNotification(context, author, put);
    for (; time.now < begin + 9 * hour; time.now += 5 * minute) await send();
    assert.deepEqual(
      (await to(author)).map(({ at }) => (at - begin) / hour),
      [7],
    );
  });

  it('are put off after a fault, longer each time, and given up after five pauses or a refusal', async () => {
    const { time } = team;
    await ask((await team.session(author)).sessionId);
    time.now += 10 * minute;
    const tries: number[] = [];
    const email = await emailOf(author);
    const failing = (fault: unknown) => ({
      send: async (mail: OutgoingMail) => {
        if (mail.to === email) tries.push((time.now - begin) / minute - 10);
        throw fault;
      },
    });
    const down = new Error('connection refused');
    for (; time.now < begin + day; time.now += minute) await sendDueMails(context, failing(down), () => {});
    assert.deepEqual(tries, [0, 1, 6, 36, 156, 516]);
    for (const [responseCode, count] of [
      [500, 1],
      [499, 2],
    ] as const) {
      tries.length = 0;
      await ask((await team.session(author)).sessionId);
      time.now += 10 * minute;
      const refusal = Object.assign(new Error('no'), { responseCode });
      await sendDueMails(context, failing(refusal), () => {});
      time.now += minute;
      await sendDueMails(context, failing(refusal), () => {});
      assert.equal(tries.length, count, `${responseCode}`);
    }
  });

  it('the digest comes after seven by the member’s clock, and says in how many sessions it is their turn', async () => {
    const { time, owner } = team;
    const digest = () => sendDigests(context, mailer(), () => {});
    await changeInboxSettings(context, author, { timeZone: 'America/New_York', outlets: { asked: 'inbox' } });
    const { sessionId } = await team.session(author);
    await ask(sessionId);
    await submitReview(context, owner, { sessionId, outcome: 'accepted', throughSequence: 0 });
    const midnight = Math.floor(begin / day) * day;
    for (; time.now < midnight + day + 14 * hour; time.now += 20 * minute) {
      await send();
      await digest();
    }
    assert.deepEqual(
      (await to(author)).map(({ at, mail }) => [at - midnight, mail.text.split('\n')[0]]),
      [[12 * hour, 'It is your turn in one session: https://debrief.example/reviews?tab=turn']],
    );
    const text = (await to(author))[0]?.mail.text ?? '';
    assert.match(text, /^- you were asked something about your session$/m);
    assert.match(text, /^- your session was accepted$/m);
  });
});

describe('the clock of a member', () => {
  const settings = (timeZone: string | null, quietFrom = 22 * 60, quietTo = 7 * 60) =>
    ({ timeZone, quietFrom, quietTo }) as NotificationSettingsRecord;
  const at = Date.UTC(2026, 0, 31, 21, 30);

  it('shows their day and hour', () => {
    assert.deepEqual(clockOf(settings(null), at), { day: '2026-01-31', minutes: 21 * 60 + 30 });
    assert.deepEqual(clockOf(settings('Asia/Kolkata'), at), { day: '2026-02-01', minutes: 3 * 60 });
    assert.equal(lastTime(settings('Asia/Kolkata'), 7 * 60, at), at - 20 * hour);
    assert.equal(lastTime(settings(null), 21 * 60 + 30, at), at);
  });

  it('is UTC where the zone is known no more', () => {
    const noon = Date.UTC(2026, 0, 31, 12);
    assert.deepEqual(clockOf(settings('Mars/Olympus'), noon), clockOf(settings('UTC'), noon));
  });

  it('says when it is quiet, also past midnight', () => {
    assert.equal(isQuietHour(settings(null), at), false);
    assert.equal(isQuietHour(settings(null), at + 30 * minute), true);
    assert.equal(isQuietHour(settings('Asia/Kolkata'), at), true);
    assert.equal(isQuietHour(settings('Asia/Kolkata'), at + 4 * hour), false);
    assert.equal(isQuietHour(settings(null, 21 * 60, 22 * 60), at), true);
    assert.equal(isQuietHour(settings(null, 21 * 60, 21 * 60 + 30), at), false);
    assert.equal(isQuietHour({ ...settings(null), quietFrom: null }, at + 30 * minute), false);
  });
});

it('what only tells goes after 90 days, and what is remembered of mails after 30', async () => {
  const calls: unknown[][] = [];
  const note =
    (name: string) =>
    async (...args: unknown[]) =>
      void calls.push([name, ...args]);
  await purgeNotifications({
    clock: () => 400 * day,
    store: { notification: { purge: note('lines') }, outlet: { purge: note('mails') } },
  } as unknown as Context);
  assert.deepEqual(calls, [
    ['lines', 310 * day, 35 * day],
    ['mails', 370 * day],
  ]);
});

it('W12 words go along only where the organization allows it', async () => {
  const words = (mailWords: boolean, line: Partial<NotificationRecord>) =>
    wordsFor(
      {
        store: {
          review: { policy: async () => ({ mailWords }) },
          session: { find: async () => ({ title: 'T' }) },
          thread: { findComment: async () => ({ body: 'C' }) },
        },
      } as unknown as Context,
      { sessionId: 'ses_1', threadId: null, commentId: null, ...line } as NotificationRecord,
    );
  const comment = { threadId: 'thr_1', commentId: 'cmt_1' };
  assert.equal(await words(false, comment), undefined);
  assert.deepEqual(await words(true, comment), { title: 'T', comment: 'C' });
  assert.deepEqual(await words(true, { threadId: 'thr_1' }), { title: 'T', comment: undefined });
  assert.deepEqual(await words(true, { commentId: 'cmt_1' }), { title: 'T', comment: undefined });
  assert.equal(await words(true, { sessionId: null }), undefined);
});
