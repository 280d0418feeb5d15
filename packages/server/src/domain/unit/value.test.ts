import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DebriefError } from '@debrief/contract';
import { hasRole } from '../actor.ts';
import { decodeCursor, encodeCursor } from '../cursor.ts';
import { withDeadline } from '../deadline.ts';
import { withoutUserinfo } from '../environment.ts';
import { base62, digestId, isId, newId, randomBase62 } from '../id.ts';
import { depthOf } from '../json.ts';

describe('a cursor', () => {
  const wrap = (text: string) => Buffer.from(text).toString('base64url');
  const isRefused = (cursor: string, shape: ('string' | 'number')[] = ['number', 'string']) => {
    try {
      decodeCursor(cursor, shape);
    } catch (error) {
      assert.ok(error instanceof DebriefError && error.code === 'invalid_cursor', String(error));
      return true;
    }
    return false;
  };

  it('is read as it was issued', () => {
    for (const key of [
      [0, 'ses_1'],
      [Number.MAX_SAFE_INTEGER, 'a-b'],
      [5, 'x'.repeat(64)],
    ]) {
      assert.deepEqual(decodeCursor(encodeCursor(key), ['number', 'string']), key);
    }
    assert.deepEqual(decodeCursor(encodeCursor([1, 2, 3]), ['number', 'number', 'number']), [1, 2, 3]);
  });

  it('of another shape, version or hand is refused', () => {
    for (const text of [
      ...['', 'null', '{}', '[]', '[1]', '[1,2]', '[1,2,"a","b"]', '[2,2,"a"]', '["1",2,"a"]', '[1,"2","a"]'],
      ...['[1,-1,"a"]', '[1,1.5,"a"]', '[1,9007199254740993,"a"]', '[1,2,""]', '[1,2,"a b"]', '[1,2,"é"]'],
      ...[`[1,2,"${'x'.repeat(65)}"]`, '[1, 2, "a"]', '[1,2,null]', '[1,2,"a"'],
    ]) {
      assert.equal(isRefused(wrap(text)), true, text);
    }
    for (const cursor of ['', '!', 'a=b', `${encodeCursor([1, 'a'])}=`, `${encodeCursor([1, 'a'])} `]) {
      assert.equal(isRefused(cursor), true, cursor);
    }
    assert.equal(isRefused(encodeCursor([1, 'a']), ['string', 'number']), true);
  });
});

describe('an id', () => {
  it('has its kind and 24 characters of chance', () => {
    const id = newId('ses');
    assert.match(id, /^ses_[A-Za-z0-9]{24}$/);
    assert.notEqual(id, newId('ses'));
    assert.equal(randomBase62(40).length, 40);
    const letters = new Set(randomBase62(5000));
    assert.equal(letters.size, 62);
  });

  it('has no letter that is likelier than another', () => {
    const text = randomBase62(100_000);
    assert.match(text, /^[0-9A-Za-z]{100000}$/);
    // 1613 are expected with a deviation of 40; what is left of 256 bytes would make 1953 of the first eight.
    for (const letter of '01234567') {
      const count = text.split(letter).length - 1;
      assert.ok(count > 1350 && count < 1850, `${letter}: ${count}`);
    }
  });

  it('is known by its kind, its length and its letters', () => {
    assert.equal(isId('ses', newId('ses')), true);
    assert.equal(isId('ses', newId('env')), false);
    for (const [length, isOne] of [
      [15, false],
      [16, true],
      [40, true],
      [41, false],
    ] as const) {
      assert.equal(isId('ses', `ses_${'a'.repeat(length)}`), isOne, String(length));
    }
    assert.equal(isId('ses', `ses_${'a'.repeat(20)}-`), false);
    assert.equal(isId('ses', `ses_${'a'.repeat(20)}\n`), false);
    assert.equal(isId('ses', ''), false);
  });

  it('is the same for the same digest, and numbers are written with all their digits', () => {
    const digest = Uint8Array.from({ length: 32 }, (_, index) => index * 7);
    assert.equal(digestId('aud', digest), digestId('aud', digest));
    assert.match(digestId('aud', digest), /^aud_[A-Za-z0-9]{24}$/);
    const last = Uint8Array.from(
      { length: 24 },
      (_, index) => [0, 61, 62, 123, 124, 255][index % 6] as number,
    );
    assert.equal(digestId('aud', last), `aud_${'0z0z07'.repeat(4)}`);
    assert.notEqual(
      digestId('aud', digest),
      digestId(
        'aud',
        digest.map((byte) => byte + 1),
      ),
    );
    assert.deepEqual(
      [base62(0, 3), base62(61, 3), base62(62, 3), base62(62 * 62 + 1, 3)],
      ['000', '00z', '010', '101'],
    );
  });
});

describe('the depth of JSON', () => {
  it('is counted up to one past the limit', () => {
    for (const [value, depth] of [
      [1, 0],
      [null, 0],
      ['x', 0],
      [{}, 1],
      [[], 1],
      [{ a: 1, b: [] }, 2],
      [[1, [2, [3]], [4]], 3],
      [{ a: { b: { c: null } } }, 3],
    ] as const) {
      assert.equal(depthOf(value, 10), depth, JSON.stringify(value));
    }
    assert.equal(depthOf([[[[[[]]]]]], 3), 4);
    assert.equal(depthOf([[[]]], 3), 3);
    assert.equal(depthOf([1, [[[]]]], 2), 3);
  });
});

describe('a deadline', () => {
  const late = () => new Error('late');

  it('gives the result, the failure or its own error, whatever comes first', async () => {
    assert.equal(await withDeadline(Promise.resolve(3), 60_000, late), 3);
    await assert.rejects(withDeadline(Promise.reject(new Error('broken')), 60_000, late), /broken/);
    await assert.rejects(withDeadline(new Promise(() => {}), 1, late), /late/);
    await assert.rejects(withDeadline(new Promise(() => {}), -5, late), /late/);
    const slow = new Promise((resolve) => setTimeout(() => resolve('in time'), 20));
    assert.equal(await withDeadline(slow, 60_000, late), 'in time');
  });

  it('leaves no timer behind, and a time that is over is no negative time', async (test) => {
    const set = test.mock.method(globalThis, 'setTimeout');
    const cleared = test.mock.method(globalThis, 'clearTimeout');
    await withDeadline(Promise.resolve(), 61_234, late);
    await assert.rejects(withDeadline(new Promise(() => {}), -61_234, late), /late/);
    const delays = set.mock.calls.map((call) => call.arguments[1]);
    assert.ok(delays.includes(61_234) && delays.includes(0) && !delays.includes(-61_234), delays.join());
    const timer = set.mock.calls.find((call) => call.arguments[1] === 61_234)?.result;
    assert.ok(cleared.mock.calls.some((call) => call.arguments[0] === timer));
  });

  it('is not heard of again: work that fails later harms nobody', async () => {
    const { promise, reject } = Promise.withResolvers<never>();
    await assert.rejects(withDeadline(promise, 1, late), /late/);
    reject(new Error('much later'));
    await new Promise((resolve) => setImmediate(resolve));
  });
});

it('a role has what the roles below it have', () => {
  const roles = ['member', 'admin', 'owner'] as const;
  for (const [at, role] of roles.entries())
    for (const [min, wanted] of roles.entries())
      assert.equal(hasRole(role, wanted), at >= min, `${role} ${wanted}`);
});

it('E3 a remote is kept without the user and token in it', () => {
  assert.equal(withoutUserinfo('https://user:token@host/a.git'), 'https://host/a.git');
  assert.equal(withoutUserinfo('ssh://git@host:22/a@b'), 'ssh://host:22/a@b');
  assert.equal(withoutUserinfo('HTTPS://a@b@host/x'), 'HTTPS://host/x');
  for (const remote of ['https://host/a@b', 'git@host:a/b.git', 'https://host/?q=a@b', '/srv/a@b']) {
    assert.equal(withoutUserinfo(remote), remote);
  }
});
