import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { engines } from '../../testing/engine.ts';
import { httpIssuer } from '../../testing/http-issuer.ts';
import { audience, clientId } from '../../testing/issuer.ts';
import { refusedWith } from '../../testing/request.ts';
import { testServer } from '../../testing/server.ts';
import { newId } from '../domain/id.ts';

/** Who somebody is when the token does not say: a whole server with a provider over real HTTP. */

for (const engine of engines) {
  describe(`people of an external provider on ${engine}`, async () => {
    const provider = await httpIssuer();
    const server = await testServer(engine, {
      IDP_ISSUER: provider.issuer,
      IDP_CLIENT_ID: clientId,
      IDP_AUDIENCE: audience,
      IDP_JWKS: '',
    });
    after(async () => {
      await server[Symbol.asyncDispose]();
      await provider[Symbol.asyncDispose]();
    });
    const people = new Map<string, object | number>();
    provider.answers.set('/userinfo', (response, authorization) => {
      const [, payload] = authorization.replace(/^Bearer /, '').split('.');
      const { sub } = JSON.parse(Buffer.from(payload ?? '', 'base64url').toString()) as { sub: string };
      const answer = people.get(sub) ?? 404;
      if (typeof answer === 'number') response.writeHead(answer).end('{}');
      else response.end(JSON.stringify({ sub, ...answer }));
    });
    const asked = () => provider.asked.get('/userinfo') ?? 0;
    const signIn = async (sub: string, claims: object = {}) => {
      const now = Math.floor(Date.now() / 1000);
      const standard = { iss: provider.issuer, sub, aud: audience, iat: now, exp: now + 600 };
      return server.client(await provider.sign({ ...standard, ...claims }));
    };
    const found = async (userInfo: object | number, claims: object = {}) => {
      const sub = newId('usr');
      people.set(sub, userInfo);
      return (await signIn(sub, claims)).createOrganization({ name: 'Org' });
    };

    it('asks UserInfo once and remembers the answer', async () => {
      const sub = newId('usr');
      people.set(sub, { email: `${sub}@example.com`, email_verified: true });
      const client = await signIn(sub);
      const before = asked();
      await Promise.allSettled(Array.from({ length: 8 }, () => client.getOrganization()));
      await assert.rejects(client.getOrganization(), refusedWith('organization_not_found'));
      assert.equal(asked() - before, 1);
      await client.createOrganization({ name: 'Org' });
      assert.equal((await client.listMembers()).users[0]?.email, `${sub}@example.com`);
      assert.equal(asked() - before, 1);
    });

    it('takes the address of the token first', async () => {
      const before = asked();
      await found(500, { email: 'token@example.com', email_verified: true });
      assert.equal(asked(), before);
    });

    it('OIDC Core §5.3.2 throws away an answer about somebody else', async () => {
      await assert.rejects(found({ sub: 'other', email: 'a@example.com' }), refusedWith('email_required'));
    });

    it('takes the provider’s “no” for an answer, its silence for an outage', async () => {
      await assert.rejects(found(401), refusedWith('email_required'));
      await assert.rejects(found({ name: 'no address' }), refusedWith('email_required'));
      await assert.rejects(found({ email: 'a\u0000@example.com' }), refusedWith('email_required'));
      await assert.rejects(found(500), refusedWith('identity_provider_unavailable'));
      await assert.rejects(
        found({ email: 'x'.repeat(70_000) }),
        refusedWith('identity_provider_unavailable'),
      );
    });

    it('asks about somebody unknown only once a minute', async () => {
      const sub = newId('usr');
      people.set(sub, 401);
      const client = await signIn(sub);
      const before = asked();
      for (let turn = 0; turn < 4; turn++) {
        await assert.rejects(client.getOrganization(), refusedWith('organization_not_found'));
      }
      assert.equal(asked() - before, 1);
    });

    it('links an invitation when the address is verified by true or "true", and by nothing else', async () => {
      const owner = await signIn(newId('usr'), { email: 'owner@example.com', email_verified: true });
      await owner.createOrganization({ name: 'Inviting' });
      for (const [verified, joins] of [
        [true, true],
        ['true', true],
        [false, false],
        ['false', false],
        [1, false],
        ['yes', false],
        [undefined, false],
      ] as const) {
        const sub = newId('usr');
        const email = `${sub}@example.com`;
        people.set(sub, { email, email_verified: verified });
        await owner.inviteMember({ email });
        const client = await signIn(sub);
        if (joins) assert.equal((await client.getOrganization()).name, 'Inviting');
        else
          await assert.rejects(
            client.getOrganization(),
            refusedWith('organization_not_found'),
            String(verified),
          );
      }
    });
  });
}
