import assert from 'node:assert/strict';
import { createSecretKey } from 'node:crypto';
import { describe, it } from 'node:test';
import type { Context } from '../context.ts';
import type { NotificationRecord } from '../review/records.ts';
import { bundleMail, digestMail, type MailFacts, mondayMail, notificationMail } from './text.ts';
import { readUnsubscribeToken, unsubscribeUrl } from './unsubscribe.ts';

const facts: MailFacts = {
  to: 'ann@example.com',
  publicUrl: 'https://debrief.example',
  unsubscribeUrl: 'https://debrief.example/unsubscribe/usr_1.assigned.seal',
  kind: 'assigned',
};
const line = (changes: Partial<NotificationRecord> = {}) =>
  ({
    notificationId: 'ntf_1',
    subjectId: 'thr_1',
    sessionId: 'ses_1',
    threadId: null,
    reason: 'assigned',
    count: 1,
    ...changes,
  }) as NotificationRecord;

it('the mail on Mondays says what changed, what did not, and what became of lessons, each line by itself', () => {
  const monday = (
    lessons: Parameters<typeof mondayMail>[0]['lessons'],
    changed = ['Sessions: 6, far more'],
  ) =>
    mondayMail(
      { changed, same: ['Cost', 'Findings'], lessons },
      { ...facts, kind: 'monday', day: '2026-06-29' },
    );
  const all = monday([
    { name: 'Run make\u202e\n\n- x', words: 'kept more often since' },
    { words: 'no clear change since' },
  ]);
  assert.equal(
    all.text,
    `What changed in the last four weeks of your organization, against the four before:

- Sessions: 6, far more

About the same: Cost, Findings.

Lessons that were adopted in these weeks:

- “Run make - x”: kept more often since.
- A lesson: no clear change since.

Insights: https://debrief.example/insights
Lessons: https://debrief.example/lessons

About work, never about people: nothing here is of fewer than three.

--
Your inbox: https://debrief.example/inbox
No more mails on Mondays: https://debrief.example/unsubscribe/usr_1.assigned.seal
`,
  );
  assert.equal(all.messageId, '<monday.2026-06-29.usr_1@debrief.example>');
  assert.match(
    monday([{ words: 'kept less often since' }], []).text,
    /^About the same: Cost, Findings\.\n\nLessons/,
  );
  assert.doesNotMatch(monday([]).text, /Lessons/);
});

describe('a mail', () => {
  const mail = (changes: Partial<NotificationRecord>, more: object = {}) =>
    notificationMail(line(changes), { ...facts, by: undefined, words: undefined, ...more });

  it('says whose turn it is, how often, and where to look', () => {
    const turn = mail({ count: 3 }, { by: 'bob@example.com' });
    assert.match(
      turn.text,
      /^It is your turn: you were asked to review a session\. \(3 times\)\n\nBy: bob@example\.com\n/,
    );
    assert.match(turn.text, /\nhttps:\/\/debrief\.example\/sessions\/ses_1\n/);
    assert.match(mail({ threadId: 'thr_1' }).text, /\/sessions\/ses_1#thr_1\n/);
    const known = mail({ reason: 'accepted' });
    assert.match(known.text, /^For your information: your session was accepted\.\n\nhttps/);
    assert.match(
      mail({ sessionId: null, reason: 'author' }).text,
      /https:\/\/debrief\.example\/environments\n/,
    );
    assert.equal(turn.subject, 'Debrief: you were asked to review a session');
    assert.deepEqual(
      [turn.messageId, turn.references],
      ['<ntf_1@debrief.example>', '<thr_1@debrief.example>'],
    );
  });

  it('says how to get no more of its kind', () => {
    const { headers, text, to } = mail({});
    assert.equal(to, facts.to);
    assert.equal(headers?.['List-Unsubscribe'], `<${facts.unsubscribeUrl}>`);
    assert.equal(headers?.['List-Unsubscribe-Post'], 'List-Unsubscribe=One-Click');
    assert.ok(text.endsWith(`No more mails of this kind: ${facts.unsubscribeUrl}\n`));
  });

  it('holds words only where they are given, on lines of their own, bounded and without control characters', () => {
    assert.ok(!mail({}).text.includes('Title'));
    const { text } = mail(
      {},
      {
        words: {
          title: `a\r\nBcc: x\u202e${'t'.repeat(300)}`,
          comment: `one\n\u0007two\n${'line\n'.repeat(60)}`,
        },
      },
    );
    assert.match(text, /\nTitle: a Bcc: x t+\n/);
    const long = 'y'.repeat(600);
    const bounded = mail({}, { by: long, words: { title: long, comment: long } }).text;
    assert.deepEqual(
      [/^By: (.*)$/m, /^Title: (.*)$/m, /^> (.*)$/m].map((one) => one.exec(bounded)?.[1]?.length),
      [254, 200, 500],
    );
    assert.match(text, /\n\n> one\n> two\n/);
    assert.equal(text.split('\n').filter((one) => one.startsWith('> ')).length, 40);
  });

  it('for several says how many wait, first those, and how many more there are', () => {
    const bundle = (found: NotificationRecord[], shown = 50) =>
      bundleMail(found, { ...facts, kind: 'all', shown });
    const news = line({ notificationId: 'ntf_0', reason: 'accepted' });
    const both = bundle([news, line({ count: 2 })]);
    assert.match(
      both.text,
      /^It is your turn in one thing\.\n\n- you were asked to review a session \(2 times\)\n {2}https/,
    );
    assert.equal(both.subject, 'Debrief: your turn in one thing');
    assert.match(bundle([line(), line()]).text, /^It is your turn in 2 things\./);
    assert.match(bundle([news, news]).text, /^For your information: 2 things happened in reviews/);
    assert.match(bundle([line(), line(), line()], 1).text, /\n- and 2 more in your inbox\n/);
    assert.ok(both.text.includes('No more mails about what happens: '));
    assert.match(both.messageId ?? '', /^<bundle\.[0-9a-f]{32}@debrief\.example>$/);
    assert.notEqual(both.messageId, bundle([news]).messageId);
  });

  it('of a day begins with all that waits, whatever it tells of', () => {
    const digest = (turns: number, shown = 50) =>
      digestMail([line(), line({ reason: 'accepted' })], {
        ...facts,
        kind: 'digest',
        day: '2026-01-31',
        turns,
        shown,
      });
    assert.match(
      digest(1).text,
      /^It is your turn in one session: https:\/\/debrief\.example\/reviews\?tab=turn\n/,
    );
    assert.match(digest(3).text, /^It is your turn in 3 sessions: /);
    assert.match(digest(0).text, /^For your information: no review waits for you\./);
    assert.ok(!digest(0).text.includes('more in your inbox'));
    assert.ok(digest(0, 1).text.includes('- and 1 more in your inbox'));
    assert.ok(digest(0).text.includes('No more daily mails: '));
    assert.deepEqual(
      [digest(0).subject, digest(0).messageId],
      ['Debrief: what happened by 2026-01-31', '<digest.2026-01-31.usr_1@debrief.example>'],
    );
  });
});

describe('the link that ends mails', () => {
  const keyed = (key: string) =>
    ({ publicUrl: 'https://d.example', pepper: createSecretKey(Buffer.from(key)) }) as unknown as Context;
  const userId = `usr_${'a'.repeat(24)}`;
  const tokenOf = (kind: 'digest' | 'assigned') =>
    unsubscribeUrl(keyed('k'), userId, kind).split('/').at(-1) as string;

  it('is read as it was made', () => {
    for (const kind of ['digest', 'assigned'] as const) {
      assert.deepEqual(readUnsubscribeToken(keyed('k'), tokenOf(kind)), { userId, kind });
    }
  });

  it('of another hand is nothing', () => {
    const token = tokenOf('digest');
    for (const other of [
      ...['', 'x', `${token}.more`, token.slice(0, -1), `${token}a`, token.replace('digest', 'assigned')],
      ...[token.replace('digest', 'nothing'), token.replace('usr_a', 'usr_b'), token.replace('usr_', 'env_')],
    ]) {
      assert.equal(readUnsubscribeToken(keyed('k'), other), undefined, other);
    }
    assert.equal(readUnsubscribeToken(keyed('another'), token), undefined);
  });
});
