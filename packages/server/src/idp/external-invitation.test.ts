import assert from 'node:assert/strict';
import { it } from 'node:test';
import { engines } from '../../testing/engine.ts';
import { startMail } from '../../testing/mail.ts';
import { refusedWith } from '../../testing/request.ts';
import { testServer } from '../../testing/server.ts';
import { aPerson, aTeam } from '../../testing/team.ts';

for (const engine of engines) {
  it(`O14 with somebody else's sign-in an invited person is told by mail where to sign in, on ${engine}`, async () => {
    const mail = await startMail();
    const server = await testServer(engine, { SMTP_URL: mail.url });
    try {
      const team = await aTeam(server);
      const person = await aPerson(server);
      const { userId } = await team.owner.client.inviteMember({ email: person.email, role: 'member' });
      assert.deepEqual(mail.recipients, [[person.email]]);
      const [text = ''] = mail.mails;
      assert.match(text, /^Subject: You have been invited to Debrief\r$/m);
      const link = /^http:\/\/\S+/m.exec(text)?.[0] as string;
      assert.equal(link.trim(), `${server.url}/`);
      assert.equal((await fetch(link)).status, 200, 'the page that signs in with the issuer');
      assert.doesNotMatch(text, /password/i);
      // Asked again at once, it is not mailed again; handed over, it is shown.
      const again = await team.owner.client.inviteByLink({ userId });
      assert.deepEqual(again, { userId, url: `${server.url}/`, singleUse: false, sent: true });
      assert.equal(mail.mails.length, 1);
      const handed = await team.owner.client.inviteByLink({ userId, handOver: true });
      assert.deepEqual([handed.sent, handed.url], [false, `${server.url}/`]);
      // Signing in with that issuer is all it takes.
      assert.equal((await person.client.getOrganization()).organizationId, team.organizationId);
      // A mail server that is away does not keep anybody from inviting.
      await mail.close();
      const other = await aPerson(server);
      const invited = await team.owner.client.inviteMember({ email: other.email, role: 'member' });
      const shown = await team.owner.client.inviteByLink({ userId: invited.userId });
      assert.deepEqual([shown.sent, shown.url], [false, `${server.url}/`]);
      // The limits of invitations hold here, too (O24).
      const often = async () => {
        for (let n = 0; n < 30; n++)
          await team.owner.client.inviteByLink({ userId: invited.userId, handOver: true });
      };
      await assert.rejects(often(), refusedWith('rate_limited'));
    } finally {
      await server[Symbol.asyncDispose]();
    }
  });
}
