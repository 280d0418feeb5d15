import assert from 'node:assert/strict';
import { it } from 'node:test';
import {
  account,
  anAccount,
  hour,
  issuer,
  link,
  now,
  onEveryAccountStore,
} from '../../../testing/accounts.ts';

onEveryAccountStore('links of accounts', (bench) => {
  it('the set-up link makes the first account, once, whoever races', async () => {
    const { store, other } = bench();
    assert.equal(await store.account.any(), false);
    const setup = link('setup', '');
    await store.link.issue(setup);
    const outcomes = await Promise.all(
      [store, other, store, other].map((each, n) =>
        each.account.create(account(`first${n}@x.test`), setup.tokenHash, issuer),
      ),
    );
    assert.deepEqual(outcomes.filter((outcome) => outcome !== 'link_spent').length, 1);
    assert.deepEqual(outcomes.filter((outcome) => outcome === 'link_spent').length, 3);
    assert.equal(await store.account.any(), true);
    const late = link('setup', '');
    await store.link.issue(late);
    assert.equal(await store.account.create(account('late@x.test'), late.tokenHash, issuer), 'link_spent');
  });

  it('a new link voids the older one of the same person; an expired one is none', async () => {
    const { store } = bench();
    const older = link('invitation', 'usr_c', { email: 'c@x.test' });
    const newer = link('invitation', 'usr_c', { email: 'c@x.test' });
    const foreign = link('invitation', 'usr_d');
    for (const each of [older, foreign, newer]) await store.link.issue(each);
    assert.equal(await store.link.find(older.tokenHash, now), undefined);
    assert.deepEqual(await store.link.find(newer.tokenHash, now), newer);
    assert.ok(await store.link.find(foreign.tokenHash, now));
    assert.equal(await store.link.find(newer.tokenHash, newer.expiresAt), undefined);
    const tooLate = { ...account('c@x.test'), createdAt: newer.expiresAt };
    assert.equal(await store.account.create(tooLate, newer.tokenHash, issuer), 'link_spent');
  });

  it('a link that is kept stays until it expires', async () => {
    const { store, other } = bench();
    const first = link('setup', 'kept');
    assert.deepEqual(await store.link.keep(first), first);
    assert.deepEqual(await other.link.keep(link('setup', 'kept')), first);
    const next = link('setup', 'kept', { createdAt: first.expiresAt, expiresAt: first.expiresAt + hour });
    assert.deepEqual(await store.link.keep(next), next);
  });

  it('a password is reset through its link, once', async () => {
    const { store } = bench();
    const eve = await anAccount(bench(), 'eve@x.test');
    const reset = link('password', eve.accountId);
    await store.link.issue(reset);
    assert.equal(await store.account.resetPassword(reset.tokenHash, 'new', now + 1), true);
    assert.equal(await store.account.resetPassword(reset.tokenHash, 'newer', now + 2), false);
    assert.equal((await store.account.find(eve.accountId))?.passwordHash, 'new');
    const wrong = link('invitation', 'usr_f');
    await store.link.issue(wrong);
    assert.equal(await store.account.resetPassword(wrong.tokenHash, 'x', now), false);
    assert.ok(await store.link.find(wrong.tokenHash, now), 'a link of another purpose is not spent');
  });
});
