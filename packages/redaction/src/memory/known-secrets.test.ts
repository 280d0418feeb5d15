import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isWithin } from '../../../../scripts/test/slowness.ts';
import { ALNUM, seeded } from '../../corpus/random.ts';
import { createRedactor } from '../redactor.ts';
import { createKnownSecrets } from './known-secrets.ts';

const random = seeded(7);
const token = () => `${random.text(ALNUM, 20)}7${random.text(ALNUM, 19)}`;

test('a secret is found wherever it stands, with its rule and tag, at every offset', () => {
  const known = createKnownSecrets('key');
  const secret = token();
  known.learn(secret, 'op-read', 'source');
  for (let before = 0; before < 9; before++) {
    const text = `${'.'.repeat(before)}${secret}.`;
    const [found, ...others] = known.find(text);
    assert.deepEqual(
      [found?.start, found?.end, found?.rule, others.length],
      [before, before + 40, 'op-read', 0],
    );
    assert.match(found?.tag ?? '', /^[0-9a-f]{4}$/);
  }
  const far = `${'x '.repeat(40_000)}${secret} ${'y '.repeat(40_000)}${secret}`;
  assert.deepEqual(
    known.find(far).map(({ start }) => start),
    [80_000, 160_041],
  );
  // Across the end of what is read at once.
  for (let at = 32_730; at < 32_790; at++)
    assert.equal(known.find(`${'.'.repeat(at)}${secret}`).length, 1, `${at}`);
});

test('a short password counts only as a word of its own', () => {
  const known = createKnownSecrets('key');
  known.learn('tig3r!Pw', 'pass', 'source');
  assert.equal(known.find('it is tig3r!Pw.').length, 1);
  assert.equal(known.find('xtig3r!Pw9').length, 0);
});

test('words, numbers, paths, addresses and stand-ins are not remembered', () => {
  const known = createKnownSecrets('key');
  for (const text of [
    'production',
    'my-database-name',
    '1234567890',
    '/var/lib/app',
    'https://app.internal/x',
    'changeme123',
    'short1',
    '2026-01-01T00:00:00Z',
    '$TOKEN_VALUE',
  ])
    known.learn(text, 'op-read', 'source');
  known.learn('3f786850e387550fdab836ed7e6dc881de23001b', 'named-secret', 'name');
  assert.equal(known.revision, 0);
});

test('what is kept has digests only, is known after a restart, and not with another key', () => {
  const known = createKnownSecrets('key');
  const secret = token();
  known.learn(secret, 'op-read', 'source');
  known.learn('tig3r!Pw', 'pass', 'source');
  const kept = known.takeNew();
  assert.equal(kept.length, 1, 'a short one could be guessed');
  assert.deepEqual(known.takeNew(), []);
  const text = JSON.stringify(kept);
  for (let at = 0; at + 4 <= secret.length; at++) assert.ok(!text.includes(secret.slice(at, at + 4)));
  const later = createKnownSecrets('key');
  later.restore(JSON.parse(text));
  const forms = [
    secret,
    Buffer.from(secret).toString('base64'),
    `${secret.slice(0, 20)}\n    ${secret.slice(20)}`,
  ];
  for (const form of forms) assert.equal(later.find(`is ${form} now`).length, 1, form);
  const other = createKnownSecrets('another key');
  other.restore(JSON.parse(text));
  assert.equal(other.find(secret).length, 0);
});

test('no more than a thousand are remembered, the oldest go first', () => {
  const known = createKnownSecrets('key');
  const secrets = Array.from({ length: 1_100 }, token);
  for (const secret of secrets) known.learn(secret, 'op-read', 'source');
  assert.equal(known.find(secrets[0] as string).length, 0);
  assert.equal(known.find(secrets.at(-1) as string).length, 1);
  assert.equal(known.find(secrets[600] as string).length, 1);
});

test('secrets that begin alike, and texts made of beginnings, take time in proportion', () => {
  const known = createKnownSecrets('key');
  const head = 'aB3dE5fG7h';
  for (let i = 0; i < 900; i++) known.learn(`${head}${random.text(ALNUM, 30)}`, 'op-read', 'source');
  const time = (length: number) => {
    const text = head.repeat(length / head.length);
    const start = process.cpuUsage();
    known.find(text);
    return process.cpuUsage(start).user / 1_000;
  };
  time(10_000);
  assert.ok(isWithin(time(400_000), 2_000));
});

test('a record is searched again for what was learned at its end', () => {
  const redactor = createRedactor({ machineKey: 'key', known: createKnownSecrets('key') });
  const secret = token();
  const { value, findings } = redactor.redact({ first: `it is ${secret}`, last: `API_TOKEN=${secret}` });
  assert.ok(!JSON.stringify(value).includes(secret));
  assert.equal(findings['named-secret'], 2);
  assert.equal(redactor.redact({ first: 'plain' }).findings['named-secret'], undefined);
});

test('keys in numbers and the values of flags in a list go', () => {
  const { redact } = createRedactor({ machineKey: 'key' });
  const bytes = Array.from({ length: 32 }, () => random.below(256));
  assert.match(String(redact({ secret_key: bytes }).value.secret_key), /^\[REDACTED:named-secret:/);
  assert.deepEqual(redact({ sizes: bytes }).value.sizes, bytes);
  const secret = token();
  assert.match(String(redact({ args: ['--api-token', secret] }).value.args[1]), /^\[REDACTED:named-secret:/);
  assert.deepEqual(redact({ args: ['--name', secret] }).value.args, ['--name', secret]);
});

test('a text that was clean is looked at again once something in it is known to be a secret', () => {
  const redactor = createRedactor({ machineKey: 'key', known: createKnownSecrets('key') });
  const secret = token();
  const said = `The answer that the service gave back in the end was ${secret}, and nothing else was said.`;
  for (let time = 0; time < 2; time++) assert.equal(redactor.redact({ said }).value.said, said);
  redactor.learn(secret, 'op-read');
  const { value, findings } = redactor.redact({ said });
  assert.ok(!value.said.includes(secret));
  assert.deepEqual(findings, { 'op-read': 1 });
});
