import assert from 'node:assert/strict';
import { it } from 'node:test';
import { startMail } from '../../../testing/mail.ts';
import type { TestServer } from '../../../testing/server.ts';
import { onEveryEngine } from '../../../testing/suite.ts';
import { aTeam, joinTeam } from '../../../testing/team.ts';
import { createMailer } from '../../idp/mail.ts';
import type { Context } from '../context.ts';
import { type News, notify } from '../review/notification.ts';
import type { Mailer } from './ports.ts';
import { queueDigests, sendDueMails } from './send.ts';

const minute = 60_000;
const day = 86_400_000;
/** Past the hour of the digest, and long before the next one. */
const noon = Date.UTC(2026, 10, 15, 12);

/** A member, somebody who tells them things, a mail server, and a clock. */
async function aMailbox(server: TestServer) {
  const team = await aTeam(server);
  const reader = await joinTeam(server, team, 'member');
  const writer = await joinTeam(server, team, 'member');
  const smtp = await startMail();
  const mailer = createMailer({ smtpUrl: smtp.url, publicUrl: server.url, version: '0.0.0' }) as Mailer;
  const time = { now: noon };
  const context: Context = { ...server.running.context, sendsMail: true, clock: () => time.now };
  const errors: unknown[] = [];
  return {
    team,
    reader,
    writer,
    smtp,
    mailer,
    time,
    context,
    errors,
    tell: (news: Partial<News> = {}) =>
      notify(context, {
        organizationId: team.organizationId,
        sessionId: team.sessionId,
        userId: reader.userId,
        reason: 'mentioned',
        by: writer.userId,
        ...news,
      }),
    send: (with_ = mailer) => sendDueMails(context, with_, (error) => void errors.push(error)),
    /** Mails to the reader; tests of one server share its queue. */
    mails: () => smtp.mails.filter((mail) => mail.includes(`To: ${reader.email}`)),
    [Symbol.asyncDispose]: () => smtp.close(),
  };
}

onEveryEngine('mails of the inbox', (server) => {
  it('W12 wait ten minutes, say first whose turn it is, and hold no words of sessions or comments', async () => {
    await using box = await aMailbox(server());
    const { time, reader, writer, team } = box;
    const threadId = 'thr_000000000000000000000000';
    await box.tell({ threadId });
    await box.tell({ threadId });
    time.now += 10 * minute - 1;
    await box.send();
    assert.equal(box.mails().length, 0);
    time.now += 1;
    await box.send();
    await box.send();
    const [mail = '', ...more] = box.mails();
    assert.equal(more.length, 0, 'one mail for two mentions');
    const [head = '', body = ''] = mail.split('\r\n\r\n', 2);
    assert.match(head, /^Subject: Debrief: you were mentioned in a session\r$/m);
    assert.match(head, /^Auto-Submitted: auto-generated\r$/m);
    assert.equal(body.split('\r\n')[0], 'It is your turn: you were mentioned in a session. (2 times)');
    assert.ok(mail.includes(`/sessions/${team.sessionId}#${threadId}\r\n`), mail);
    assert.ok(mail.includes(`By: ${writer.email}`));
    assert.ok(!mail.includes('Acme session'), 'no title');
    assert.doesNotMatch(mail, /text\/html/);
    const { unread } = await reader.client.listInbox({});
    assert.equal(unread, 1, 'a mail is no reading');
  });

  it('W12 are cancelled when the line was read, done or put off meanwhile, or the member has left', async () => {
    await using box = await aMailbox(server());
    const { time, reader, team, context } = box;
    const reasons = ['mentioned', 'assigned', 'follow_up', 'answered'] as const;
    for (const reason of reasons) await box.tell({ reason });
    const { notifications } = await reader.client.listInbox({});
    const idOf = (reason: string) =>
      notifications.find((line) => line.reason === reason)?.notificationId ?? '';
    await reader.client.changeNotification({ notificationId: idOf('mentioned'), state: 'read' });
    await reader.client.changeNotification({ notificationId: idOf('assigned'), state: 'done' });
    const { store } = context;
    await store.notification.change(reader.userId, idOf('follow_up'), {
      state: 'unread',
      snoozedUntil: time.now + day,
    });
    time.now += 11 * minute;
    await box.send();
    assert.deepEqual(
      box.mails().map((mail) => /^Subject: (.*)\r$/m.exec(mail)?.[1]),
      ['Debrief: the author answered what you asked for'],
    );
    await box.tell({ reason: 'mentioned' });
    await team.owner.client.removeMember({ userId: reader.userId });
    time.now += 11 * minute;
    await box.send();
    assert.equal(box.mails().length, 1);
  });

  it('W12 twenty servers that look at once send one mail', async () => {
    await using box = await aMailbox(server());
    for (const reason of ['mentioned', 'assigned', 'follow_up'] as const) await box.tell({ reason });
    box.time.now += 11 * minute;
    await Promise.all(Array.from({ length: 20 }, () => box.send()));
    assert.equal(box.mails().length, 3);
    assert.equal(new Set(box.mails().map((mail) => /^Message-ID: (.*)\r$/m.exec(mail)?.[1])).size, 3);
  });

  it('W12 are tried again with growing pauses, five times more, and then given up', async () => {
    await using box = await aMailbox(server());
    const { time } = box;
    await box.tell();
    time.now += 10 * minute;
    let tries = 0;
    const down: Mailer = {
      send: async (mail) => {
        if (mail.to === box.reader.email) tries++;
        throw new Error('connection refused');
      },
    };
    const at: number[] = [];
    for (let passed = 0; passed < 24 * 60; passed++) {
      const before = tries;
      await box.send(down);
      if (tries > before) at.push(passed);
      time.now += minute;
    }
    assert.deepEqual(at, [0, 1, 6, 36, 156, 516]);
    await box.send();
    assert.equal(box.mails().length, 0);
    assert.equal(box.errors.length, 6);
  });

  it('W12 a server that died with a mail in hand leaves it to the next one; a mail that is refused is given up', async () => {
    await using box = await aMailbox(server());
    const { time, context } = box;
    await box.tell();
    time.now += 10 * minute;
    const [mailId = ''] = await context.store.mailQueue.due(time.now, 1000);
    assert.ok(await context.store.mailQueue.claim(mailId, time.now, time.now + 5 * minute));
    await box.send();
    assert.equal(box.mails().length, 0, 'somebody is at it');
    time.now += 5 * minute;
    await box.send();
    assert.equal(box.mails().length, 1);
    await box.tell({ reason: 'assigned' });
    time.now += 11 * minute;
    let tries = 0;
    const refusing: Mailer = {
      send: async () => {
        tries++;
        throw Object.assign(new Error('no such mailbox'), { responseCode: 550 });
      },
    };
    await box.send(refusing);
    time.now += day;
    await box.send(refusing);
    assert.equal(tries, 1);
  });

  it('W12 names and addresses that somebody made up inject no header, recipient or line', async () => {
    await using box = await aMailbox(server());
    const { team, context, time } = box;
    const hostile = [
      'x,victim@example.com',
      '"a<b>"@example.com',
      '<script>alert(1)</script>@example.com',
      `${'y'.repeat(200)}@example.com`,
      'ü@exämple.com',
    ];
    for (const email of hostile) {
      const person = await joinTeam(server(), team, 'member');
      // As an identity provider may hand it over; the route that invites takes fewer.
      const member = await context.store.member.find(team.organizationId, person.userId);
      assert.ok(member);
      const to = { ...member, email };
      const before = box.smtp.mails.length;
      const own: Context = {
        ...context,
        store: {
          ...context.store,
          identity: { ...context.store.identity, findActive: async () => to },
          member: {
            ...context.store.member,
            find: async () => ({ ...to, email: `a@b.c\r\nBcc: evil@x.y\u202e` }),
          },
        },
      };
      await notify(own, {
        organizationId: team.organizationId,
        sessionId: team.sessionId,
        userId: person.userId,
        reason: 'mentioned',
        by: box.writer.userId,
      });
      time.now += 11 * minute;
      await sendDueMails(own, box.mailer, () => {});
      for (const mail of box.smtp.mails.slice(before)) {
        const [head = '', body = ''] = mail.split('\r\n\r\n', 2);
        assert.doesNotMatch(head, /^(?:bcc|cc):/im, head);
        assert.doesNotMatch(head, /text\/html/i);
        assert.doesNotMatch(body, /^Bcc:/m);
        assert.ok(!body.includes('\u202e'));
        assert.equal(head.match(/^To:/gim)?.length, 1);
      }
      const recipients = box.smtp.recipients.slice(-1)[0] ?? [];
      assert.ok(recipients.length <= 1, `${email}: ${recipients}`);
      assert.ok(!recipients.includes('victim@example.com'));
    }
  });

  it('W12 words of comments and titles go along only where the policy says so, each line quoted', async () => {
    await using box = await aMailbox(server());
    const { team, time, reader, writer, context } = box;
    const { sessionId, owner } = team;
    const body = `secret plan @${reader.email}\n\nBcc: evil@example.com\n<img src=x onerror=alert(1)>`;
    const say = async () => {
      const { thread } = await writer.client.openThread({ sessionId, anchor: { sequence: 0 }, body });
      const { threadId, comments } = thread;
      // The server's own clock queued nothing: it has no mail server.
      await box.tell({ threadId, commentId: comments[0]?.commentId });
      const { notifications } = await reader.client.listInbox({});
      for (const { notificationId, reason } of notifications) {
        if (reason !== 'mentioned') {
          await reader.client.changeNotification({ notificationId, state: 'done' });
        }
      }
      time.now += 11 * minute;
      await box.send();
      await context.store.notification.readAll(reader.userId, Number.MAX_SAFE_INTEGER);
    };
    await say();
    assert.ok(box.mails().every((mail) => !mail.includes('secret plan') && !mail.includes('Acme session')));
    const { policy } = await owner.client.getPolicy();
    await owner.client.setPolicy({ ...policy, mailWords: true });
    await say();
    const mail = box.mails().at(-1) ?? '';
    assert.match(mail, /^Title: Acme session\r$/m);
    assert.match(mail, /^> secret plan/m);
    assert.match(mail, /^> Bcc: evil@example\.com\r$/m);
    assert.doesNotMatch(mail, /^(?:Bcc|<img)/m);
    assert.match(mail, /^Content-Type: text\/plain/m);
  });

  it('W13 the daily digest has what is unread and was not mailed, once a day', async () => {
    await using box = await aMailbox(server());
    const { time, reader, context } = box;
    await box.tell({ reason: 'replied' });
    await box.tell({ reason: 'outgrown' });
    await box.tell({ reason: 'mentioned' });
    time.now += 11 * minute;
    await box.send();
    assert.equal(box.mails().length, 1, 'the mention');
    await queueDigests(context);
    await box.send();
    assert.equal(box.mails().length, 1, 'the day of this digest is not over');
    time.now = noon - 4 * 60 * minute + day;
    for (let n = 0; n < 3; n++) {
      await Promise.all([queueDigests(context), queueDigests(context)]);
      await Promise.all([box.send(), box.send()]);
      time.now += minute;
    }
    assert.equal(box.mails().length, 2);
    const digest = box.mails()[1] ?? '';
    const body = digest.split('\r\n\r\n').slice(1).join('\r\n\r\n');
    assert.equal(body.split('\r\n')[0], 'It is your turn in one thing below.');
    assert.match(body, /somebody replied in a discussion of yours/);
    assert.match(body, /a session has grown since you accepted it/);
    assert.doesNotMatch(body, /you were mentioned/);
    assert.match(digest, /^List-Unsubscribe:\s+<http.*\.digest\./m);
    // Nothing new by the next day: no mail.
    time.now += day;
    await queueDigests(context);
    await box.send();
    assert.equal(box.mails().length, 2);
    // Whoever wants none gets none.
    await box.tell({ reason: 'finding' });
    await reader.client.changeInboxSettings({ digest: false });
    time.now += day;
    await queueDigests(context);
    await box.send();
    assert.equal(box.mails().length, 2);
  });

  it('W14 the link in a mail switches its kind off: by a button, or by one click of the mail program', async () => {
    await using box = await aMailbox(server());
    const { time, reader } = box;
    await box.tell();
    time.now += 11 * minute;
    await box.send();
    const [mail = ''] = box.mails();
    const url = /^List-Unsubscribe:\s+<(.*?)>\r$/m.exec(mail)?.[1] ?? '';
    assert.match(mail, /^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m);
    assert.ok(url.startsWith(`${server().url}/unsubscribe/usr_`), url);
    const outlet = async () => (await reader.client.getInboxSettings()).outlets.mentioned;
    const looked = await fetch(url);
    assert.equal(looked.status, 200);
    const html = await looked.text();
    assert.match(html, /<form method="post">/);
    assert.match(looked.headers.get('content-security-policy') ?? '', /default-src 'none'/);
    assert.equal(await outlet(), 'mail', 'looking changes nothing');
    for (let n = 0; n < 2; n++) {
      const done = await fetch(url, {
        method: 'POST',
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        body: 'List-Unsubscribe=One-Click',
      });
      assert.equal(done.status, 200);
    }
    assert.equal(await outlet(), 'inbox');
    assert.equal((await reader.client.getInboxSettings()).outlets.assigned, 'mail');
    const forged = [
      url.slice(0, -1),
      url.replace('.mentioned.', '.assigned.'),
      url.replace(reader.userId, box.writer.userId),
      `${server().url}/unsubscribe/${'x'.repeat(1000)}`,
    ];
    for (const wrong of forged) {
      assert.equal((await fetch(wrong)).status, 404, wrong);
      assert.equal((await fetch(wrong, { method: 'POST' })).status, 404, wrong);
    }
    assert.equal((await box.writer.client.getInboxSettings()).outlets.mentioned, 'mail');
  });
});
