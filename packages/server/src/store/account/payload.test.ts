import assert from 'node:assert/strict';
import { it } from 'node:test';
import { hour, link, now, onEveryAccountStore, payload } from '../../../testing/accounts.ts';

onEveryAccountStore('payloads and keys of the identity provider', (bench) => {
  it('a payload is consumed by one of those who race for it', async () => {
    const { store, other } = bench();
    const token = payload({});
    await store.payload.save(token);
    const won = await Promise.all(
      [store, other, store, other].map((each) => each.payload.consume('RefreshToken', token.idHash, now + 5)),
    );
    assert.equal(won.filter(Boolean).length, 1);
    assert.equal((await store.payload.find('RefreshToken', token.idHash))?.consumedAt, now + 5);
    await store.payload.save({ ...token, payload: 'again' });
    const saved = await store.payload.find('RefreshToken', token.idHash);
    assert.equal(saved?.payload, 'again');
    assert.equal(saved?.consumedAt, now + 5, 'saving again does not make it fresh');
  });

  it('payloads go by id, by uid, by grant and by account', async () => {
    const { store } = bench();
    const session = payload({ model: 'Session', uidHash: 'uid', accountId: 'acc_1' });
    const token = payload({ grantHash: 'grant', accountId: 'acc_1' });
    const foreign = payload({ grantHash: 'other', accountId: 'acc_2' });
    for (const each of [session, token, foreign]) await store.payload.save(each);
    assert.deepEqual(await store.payload.findByUid('Session', 'uid'), session);
    assert.equal(await store.payload.findByUid('Interaction', 'uid'), undefined);
    await store.payload.deleteGrant('grant');
    assert.equal(await store.payload.find('RefreshToken', token.idHash), undefined);
    const second = payload({ model: 'Session', accountId: 'acc_1' });
    await store.payload.save(second);
    await store.payload.deleteAccount('acc_1', second.idHash);
    assert.equal(await store.payload.find('Session', session.idHash), undefined);
    assert.ok(await store.payload.find('Session', second.idHash));
    assert.ok(await store.payload.find('RefreshToken', foreign.idHash));
    await store.payload.delete('Session', second.idHash);
    assert.equal(await store.payload.find('Session', second.idHash), undefined);
  });

  it('of several first keys one stands', async () => {
    const { store, other } = bench();
    const key = { kind: 'signing' as const, ordinal: 1, createdAt: now, activeAt: now };
    const added = await Promise.all(
      [store, other, store, other].map((each, n) => each.key.add({ ...key, sealed: `key ${n}` })),
    );
    assert.equal(added.filter(Boolean).length, 1);
    assert.equal((await store.key.list('signing')).length, 1);
    assert.deepEqual(await store.key.list('cookie'), []);
    await store.key.delete('signing', 1);
    assert.deepEqual(await store.key.list('signing'), []);
  });

  it('what expired is purged, what did not stays', async () => {
    const { store } = bench();
    const old = payload({ expiresAt: now - 1 });
    const fresh = payload({ expiresAt: now + 1 });
    for (const each of [old, fresh]) await store.payload.save(each);
    const gone = link('invitation', 'usr_h', { expiresAt: now - 1 });
    await store.link.issue(gone);
    const attempts = () =>
      store.attempt.change(['a'], (histories) => ({ histories: [[now]], result: histories[0] }));
    await attempts();
    await store.purge(now, now - hour);
    assert.equal(await store.payload.find('RefreshToken', old.idHash), undefined);
    assert.ok(await store.payload.find('RefreshToken', fresh.idHash));
    assert.equal(await store.link.find(gone.tokenHash, now - hour), undefined);
    assert.deepEqual(await attempts(), [now], 'attempts of the last hour still count');
    await store.purge(now + 2 * hour, now + hour);
    assert.deepEqual(await attempts(), []);
  });
});
