import assert from 'node:assert/strict';
import { it } from 'node:test';
import { aMailbox, day, minute } from '../../../testing/review/mailbox.ts';
import { onEveryEngine } from '../../../testing/suite.ts';
import type { Mailer } from './ports.ts';

onEveryEngine('mails of the inbox', (server) => {
  it('W12 wait ten minutes, say first whose turn it is, and hold no words of sessions or comments', async () => {
    await using box = await aMailbox(server());
    const { time, reader, writer, team } = box;
    await box.tell();
    await box.tell();
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
    assert.ok(mail.includes(`/sessions/${team.sessionId}\r\n`), mail);
    assert.ok(mail.includes(`By: ${writer.email}`));
    assert.ok(!mail.includes('Acme session'), 'no title');
    assert.doesNotMatch(mail, /text\/html/);
    const { unread } = await reader.client.listInbox({});
    assert.equal(unread, 1, 'a mail is no reading');
  });

  it('D5 tell nothing of a session that the member may not read', async () => {
    await using box = await aMailbox(server());
    const { time, team, context, writer } = box;
    const held = { organizationId: team.organizationId, sessionId: team.sessionId };
    await context.store.access.hold(held, 2 ** 52, { by: writer.userId, at: time.now });
    await box.tell();
    time.now += 11 * minute;
    await box.send();
    assert.equal(box.mails().length, 0);
    assert.deepEqual((await box.reader.client.listInbox({})).unread, 0);
    await context.store.access.hold(held, null, { by: writer.userId, at: time.now });
    assert.deepEqual((await box.reader.client.listInbox({})).unread, 1, 'it is there when they may');
  });

  it('W12 are not sent when the line was read, done or put off meanwhile, or the member has left', async () => {
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
    time.now += 61 * minute;
    await box.send();
    assert.equal(box.mails().length, 1);
  });

  it('W12 twenty servers that look at once send one mail', async () => {
    await using box = await aMailbox(server());
    for (const reason of ['mentioned', 'assigned', 'follow_up'] as const) await box.tell({ reason });
    box.time.now += 11 * minute;
    await Promise.all(Array.from({ length: 20 }, () => box.send()));
    assert.equal(box.mails().length, 1);
    assert.match(box.mails()[0] ?? '', /\r\n\r\nIt is your turn in 3 things\.\r\n/);
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
    const { organizationId } = box.team;
    const person = { userId: box.reader.userId, organizationId };
    assert.ok(await context.store.outlet.claim(person, time.now, time.now + 5 * minute));
    await box.send();
    assert.equal(box.mails().length, 0, 'somebody is at it');
    time.now += 5 * minute;
    await box.send();
    assert.equal(box.mails().length, 1);
    await box.tell({ reason: 'assigned' });
    time.now += 61 * minute;
    let tries = 0;
    const refusing: Mailer = {
      send: async (mail) => {
        if (mail.to === box.reader.email) tries++;
        throw Object.assign(new Error('no such mailbox'), { responseCode: 550 });
      },
    };
    await box.send(refusing);
    time.now += day;
    await box.send(refusing);
    assert.equal(tries, 1);
  });
});
