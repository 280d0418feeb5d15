import assert from 'node:assert/strict';
import { it } from 'node:test';
import { aMailbox, minute } from '../../../testing/review/mailbox.ts';
import { onEveryEngine } from '../../../testing/suite.ts';
import { joinTeam } from '../../../testing/team.ts';
import type { Context } from '../context.ts';
import { notify } from '../review/notification.ts';
import { openThread } from '../review/thread.ts';
import { sendDueMails } from './send.ts';

onEveryEngine('what others write in mails', (server) => {
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
    const { sessionId, owner, organizationId } = team;
    const body = `secret plan @${reader.userId}\n\nBcc: evil@example.com\n<img src=x onerror=alert(1)>`;
    const say = async () => {
      const actor = { kind: 'member', organizationId, userId: writer.userId, role: 'member' } as const;
      await openThread(context, actor, { sessionId, anchor: { sequence: 0 }, body });
      time.now += 61 * minute;
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
});
