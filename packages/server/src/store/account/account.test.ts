import assert from 'node:assert/strict';
import { it } from 'node:test';
import {
  account,
  anAccount,
  invited,
  issuer,
  link,
  now,
  onEveryAccountStore,
  payload,
} from '../../../testing/accounts.ts';
import { identityStore } from '../identity.ts';
import { memberStore } from '../member.ts';

onEveryAccountStore('accounts', (bench) => {
  it('several accounts claim one address, one proves it, also when they race (O18)', async () => {
    const { store, other } = bench();
    const first = await anAccount(bench(), 'Ada@X.test');
    assert.equal(first.emailVerified, false);
    const mailed = await Promise.all([
      invited(bench(), 'ada@x.test', 'mail'),
      invited(bench(), 'ada@x.test', 'mail'),
    ]);
    const made = await Promise.all(
      mailed.map(({ tokenHash }, n) =>
        [store, other][n]?.account.create(
          { ...account('ada@x.test'), createdAt: now + 1 + n },
          tokenHash,
          issuer,
        ),
      ),
    );
    const proved = made.map((each) => typeof each === 'object' && each.account.emailVerified);
    assert.deepEqual(proved.sort(), [false, true]);
    const claims = await store.account.findByEmail('aDA@x.TEST');
    assert.deepEqual(
      claims.map(({ emailVerified }) => emailVerified),
      [true, false, false],
    );
    assert.equal(claims.at(-1)?.accountId, first.accountId, 'the oldest comes last');
    assert.equal((await store.account.find(first.accountId))?.email, 'Ada@X.test');
  });

  it('an invitation link makes its account that member and no other (O19)', async () => {
    const { store } = bench();
    const ina = await anAccount(bench(), 'ina@x.test');
    const found = await identityStore(bench().database).findMember(issuer, ina.accountId);
    assert.deepEqual(typeof found === 'object' && [found.organizationId, found.userId, found.status], [
      ina.organizationId,
      ina.userId,
      'active',
    ]);
    const { tokenHash } = await invited(bench(), 'ina@x.test');
    assert.equal(await store.account.accept(tokenHash, ina, issuer, now), 'has_membership');
    assert.ok(await store.link.find(tokenHash, now), 'nothing was spent');
  });

  it('a withdrawn invitation makes no account, even with its link in hand (O22)', async () => {
    const { store } = bench();
    const { organizationId, userId, tokenHash } = await invited(bench(), 'wim@x.test');
    await memberStore(bench().database).change({ organizationId, userId }, 'remove', now, () => true);
    assert.equal(await store.link.find(tokenHash, now), undefined);
    assert.equal(await store.account.create(account('wim@x.test'), tokenHash, issuer), 'link_spent');
    assert.deepEqual(await store.account.findByEmail('wim@x.test'), []);
  });

  it('a removed member is signed out, and the account goes unless an invitation waits for it (O22)', async () => {
    const { store } = bench();
    const members = memberStore(bench().database);
    for (const [email, carrier, waits, kept] of [
      ['r1@x.test', 'hand', false, 0],
      ['r2@x.test', 'hand', true, 0],
      ['r3@x.test', 'mail', false, 0],
      ['r4@x.test', 'mail', true, 1],
    ] as const) {
      const gone = await anAccount(bench(), email, carrier);
      const session = payload({ model: 'Session', accountId: gone.accountId });
      await store.payload.save(session);
      if (waits) await invited(bench(), email);
      await members.change(gone, 'remove', now, () => true);
      assert.equal(await store.payload.find('Session', session.idHash), undefined, email);
      assert.equal((await store.account.findByEmail(email)).length, kept, email);
      assert.equal(await identityStore(bench().database).findMember(issuer, gone.accountId), undefined);
    }
  });

  it('a disabled account is no member until it is enabled, and stays disabled when removed', async () => {
    const { store } = bench();
    const dis = await anAccount(bench(), 'dis@x.test');
    const session = payload({ model: 'Session', accountId: dis.accountId });
    await store.payload.save(session);
    await store.account.setDisabled(dis.accountId, issuer, now);
    assert.equal(await identityStore(bench().database).findMember(issuer, dis.accountId), 'disabled');
    assert.equal(await identityStore(bench().database).findActive(dis.userId), undefined);
    assert.equal(await store.payload.find('Session', session.idHash), undefined);
    await store.account.setDisabled(dis.accountId, issuer, undefined);
    assert.equal((await identityStore(bench().database).findActive(dis.userId))?.userId, dis.userId);
    await store.account.setDisabled(dis.accountId, issuer, now);
    await memberStore(bench().database).change(dis, 'remove', now, () => true);
    assert.equal(await identityStore(bench().database).findMember(issuer, dis.accountId), 'disabled');
  });

  it('a new password through a mailed link proves the address, through another does not (O18)', async () => {
    const { store } = bench();
    for (const carrier of ['hand', 'mail'] as const) {
      const made = await anAccount(bench(), `pw-${carrier}@x.test`);
      const reset = link('password', made.accountId, { carrier });
      await store.link.issue(reset);
      assert.equal(await store.account.resetPassword(reset.tokenHash, 'new', now), true);
      assert.equal((await store.account.find(made.accountId))?.emailVerified, carrier === 'mail');
    }
  });

  it('deleting an account takes its links and sessions along', async () => {
    const { store } = bench();
    const gus = await anAccount(bench(), 'gus@x.test');
    const reset = link('password', gus.accountId);
    await store.link.issue(reset);
    const session = payload({ model: 'Session', accountId: gus.accountId });
    await store.payload.save(session);
    assert.equal(await store.account.delete(gus.accountId), true);
    assert.equal(await store.account.delete(gus.accountId), false);
    assert.deepEqual(await store.account.findByEmail('gus@x.test'), []);
    assert.equal(await store.link.find(reset.tokenHash, now), undefined);
    assert.equal(await store.payload.find('Session', session.idHash), undefined);
  });
});
