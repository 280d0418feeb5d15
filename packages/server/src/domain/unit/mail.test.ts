import assert from 'node:assert/strict';
import { createSecretKey } from 'node:crypto';
import { describe, it } from 'node:test';
import type { Context } from '../context.ts';
import type { OutgoingMail, QueuedMail } from '../mail/ports.ts';
import { purgeNotifications, queueDigests, sendDueMails } from '../mail/send.ts';
import { wordsFor } from '../mail/words.ts';
import type { NotificationRecord } from '../review/records.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const noon = Date.UTC(2026, 0, 31, 12);

const aMail = (changes: Partial<QueuedMail> = {}): QueuedMail => ({
  mailId: 'ntf_1',
  organizationId: 'org_1',
  userId: 'usr_1',
  kind: 'notification',
  dueAt: noon,
  attempts: 1,
  claimedUntil: 0,
  outcome: null,
  endedAt: null,
  ...changes,
});
const aLine = (changes: Partial<NotificationRecord> = {}) =>
  ({
    notificationId: 'ntf_1',
    organizationId: 'org_1',
    subjectId: 'ses_1',
    sessionId: 'ses_1',
    threadId: null,
    commentId: null,
    byUserId: null,
    reason: 'assigned',
    count: 1,
    state: 'unread',
    snoozedUntil: null,
    ...changes,
  }) as NotificationRecord;

/** A queue with these mails, of which each is due once. */
function aQueue(
  mails: QueuedMail[],
  given: {
    now?: number;
    line?: NotificationRecord;
    lines?: number;
    email?: string;
    organizationId?: string;
  } = {},
) {
  const calls: unknown[][] = [];
  const note =
    (name: string, answer?: unknown) =>
    async (...args: unknown[]) => {
      calls.push([name, ...args]);
      return answer;
    };
  const waiting = [...mails];
  const context = {
    clock: () => given.now ?? noon,
    publicUrl: 'https://d.example',
    pepper: createSecretKey(Buffer.alloc(32)),
    store: {
      mailQueue: {
        due: async (...args: unknown[]) => {
          calls.push(['due', ...args]);
          return waiting.splice(0, 50).map(({ mailId }) => mailId);
        },
        claim: async (mailId: string, at: number, until: number) => {
          calls.push(['claim', mailId, at, until]);
          return mails.find((mail) => mail.mailId === mailId && mail.attempts > 0);
        },
        end: note('end'),
        postpone: note('postpone'),
        addDigests: note('addDigests'),
        digestLines: note(
          'digestLines',
          Array.from({ length: given.lines ?? 0 }, (_, n) => `ntf_${n}`),
        ),
        purge: note('purge mails'),
      },
      identity: {
        findActive: async () => ({
          organizationId: given.organizationId ?? 'org_1',
          userId: 'usr_1',
          email: given.email ?? 'ann@example.com',
        }),
      },
      member: { find: async () => ({ email: 'bob@example.com' }) },
      notification: { find: async () => given.line ?? aLine(), purge: note('purge lines') },
      review: { policy: async () => ({ mailWords: false }) },
    },
  } as unknown as Context;
  const sent: OutgoingMail[] = [];
  const errors: unknown[] = [];
  const send = (fault?: unknown) =>
    sendDueMails(
      context,
      {
        send: async (mail) => {
          if (fault) throw fault;
          sent.push(mail);
        },
      },
      (error) => errors.push(error),
    );
  const ends = () => calls.filter(([name]) => name === 'end' || name === 'postpone');
  return { context, calls, sent, errors, send, ends };
}

describe('mails that are due', () => {
  it('are taken fifty at a time, each for five minutes, until there is none', async () => {
    const { send, calls, ends } = aQueue(Array.from({ length: 51 }, (_, n) => aMail({ mailId: `ntf_${n}` })));
    assert.equal(await send(), 51);
    assert.deepEqual(
      calls.filter(([name]) => name === 'due'),
      [1, 2, 3].map(() => ['due', noon, 50]),
    );
    assert.deepEqual(
      calls.find(([name]) => name === 'claim'),
      ['claim', 'ntf_0', noon, noon + 5 * minute],
    );
    assert.deepEqual(ends()[0], ['end', 'ntf_0', 'sent', noon]);
    assert.equal(ends().length, 51);
  });

  it('that another server has in hand are left to it', async () => {
    const { send, sent, ends } = aQueue([aMail({ attempts: 0 })]);
    assert.deepEqual([await send(), sent.length, ends().length], [0, 0, 0]);
  });

  it('are put off after a fault, longer each time, and given up after five pauses or a refusal for good', async () => {
    const down = new Error('connection refused');
    const endOf = async (attempts: number, fault: unknown) => {
      const { send, ends, errors, sent } = aQueue([aMail({ attempts })]);
      assert.equal(await send(fault), 0);
      assert.deepEqual([errors, sent], [[fault], []]);
      return ends();
    };
    for (const [index, pause] of [minute, 5 * minute, 30 * minute, 2 * hour, 6 * hour].entries()) {
      assert.deepEqual(await endOf(index + 1, down), [['postpone', 'ntf_1', noon + pause]]);
    }
    const failed = [['end', 'ntf_1', 'failed', noon]];
    assert.deepEqual(await endOf(6, down), failed);
    const answered = (responseCode: unknown) => Object.assign(new Error('no'), { responseCode });
    assert.deepEqual(await endOf(1, answered(500)), failed);
    assert.deepEqual(await endOf(1, answered(499)), [['postpone', 'ntf_1', noon + minute]]);
    assert.deepEqual(await endOf(1, answered('550')), [['postpone', 'ntf_1', noon + minute]]);
  });

  it('are cancelled when the line was read or put off, or the member is in another organization', async () => {
    const cancelled = async (given: Parameters<typeof aQueue>[1]) => {
      const { send, sent, ends } = aQueue([aMail()], given);
      const count = await send();
      return count === 0 && sent.length === 0 && ends()[0]?.[2] === 'cancelled' && ends()[0]?.[3] === noon;
    };
    assert.equal(await cancelled({}), false);
    assert.equal(await cancelled({ line: aLine({ state: 'read' }) }), true);
    assert.equal(await cancelled({ line: aLine({ snoozedUntil: noon + 1 }) }), true);
    assert.equal(await cancelled({ line: aLine({ snoozedUntil: noon }) }), false, 'it is back');
    assert.equal(await cancelled({ organizationId: 'org_2' }), true);
  });

  it('say by whom, where there is somebody', async () => {
    const textOf = async (byUserId: string | null) => {
      const { send, sent } = aQueue([aMail()], { line: aLine({ byUserId }) });
      await send();
      return sent[0]?.text ?? '';
    };
    assert.match(await textOf('usr_2'), /^By: bob@example\.com$/m);
    assert.doesNotMatch(await textOf(null), /^By:/m);
  });
});

describe('the daily digest', () => {
  const digest = aMail({ mailId: 'digest usr_1 2026-01-31', kind: 'digest' });
  const seven = Date.UTC(2026, 0, 31, 7);

  it('is about the day before seven in the morning, with fifty lines and how many more there are', async () => {
    const { send, sent, calls } = aQueue([digest], { lines: 53 });
    assert.equal(await send(), 1);
    assert.deepEqual(
      calls.find(([name]) => name === 'digestLines'),
      ['digestLines', 'usr_1', seven - day, seven, 1000],
    );
    const text = sent[0]?.text ?? '';
    assert.equal(text.split('\n').filter((line) => line.startsWith('- you were')).length, 50);
    assert.match(text, /^- and 3 more in your inbox$/m);
    assert.equal(sent[0]?.subject, 'Debrief: what happened by 2026-01-31');
    const exact = aQueue([digest], { lines: 50 });
    await exact.send();
    assert.doesNotMatch(exact.sent[0]?.text ?? '', /more in your inbox/);
  });

  it('is cancelled when nothing is left to say', async () => {
    const { send, ends } = aQueue([digest], { lines: 0 });
    assert.equal(await send(), 0);
    assert.equal(ends()[0]?.[2], 'cancelled');
  });

  it('is queued from seven on, for the day that ended then', async () => {
    const queued = async (now: number) => {
      const { context, calls } = aQueue([], { now });
      await queueDigests(context);
      return calls;
    };
    assert.deepEqual(await queued(seven - 1), []);
    assert.deepEqual(await queued(seven), [['addDigests', '2026-01-31', seven - day, seven]]);
    assert.deepEqual(await queued(seven + 10 * hour), [['addDigests', '2026-01-31', seven - day, seven]]);
  });
});

it('lines go after 90 days once they are done, after a year in any case, and mails after 30 days', async () => {
  const { context, calls } = aQueue([]);
  await purgeNotifications(context);
  assert.deepEqual(calls, [
    ['purge lines', noon - 90 * day, noon - 365 * day],
    ['purge mails', noon - 30 * day],
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
      aLine(line),
    );
  const comment = { threadId: 'thr_1', commentId: 'cmt_1' };
  assert.equal(await words(false, comment), undefined);
  assert.deepEqual(await words(true, comment), { title: 'T', comment: 'C' });
  assert.deepEqual(await words(true, { threadId: 'thr_1' }), { title: 'T', comment: undefined });
  assert.deepEqual(await words(true, { commentId: 'cmt_1' }), { title: 'T', comment: undefined });
  assert.equal(await words(true, { sessionId: null }), undefined);
});
