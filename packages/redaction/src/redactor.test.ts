import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { KINDS } from '../corpus/kinds.ts';
import { ALNUM, BASE64, HEX, seeded } from '../corpus/random.ts';
import { createRedactor, pattern } from './index.ts';

const redactor = createRedactor({ machineKey: 'a machine' });
const random = seeded(7);
const token = `${'gh'.concat('p_')}${random.text(ALNUM, 36)}`;

test('replaces the secret by its rule and a tag, and counts it', () => {
  const { value, findings } = redactor.redact({ text: `use ${token}, then ${token}` });
  assert.match(value.text, /^use \[REDACTED:github:[0-9a-f]{4}\], then \[REDACTED:github:[0-9a-f]{4}\]$/);
  assert.deepEqual(findings, { github: 2 });
  assert.deepEqual(redactor.scan({ text: `use ${token}, then ${token}` }), { github: 2 });
});

test('a rule that knows the shape names the secret, whatever stands beside it', () => {
  const { findings } = redactor.redact([`The token is ${token}.`, `Authorization: Bearer ${token}`]);
  assert.deepEqual(findings, { github: 2 });
});

test('the same secret has the same tag on a machine and another on the next', () => {
  const tags = (machineKey: string) =>
    createRedactor({ machineKey })
      .redact(`${token} ${token}`)
      .value.match(/[0-9a-f]{4}\]/g) ?? [];
  const [first, second] = tags('one');
  assert.equal(first, second);
  assert.notEqual(first, tags('two')[0]);
});

test('keeps host and user of an address, the name of a setting, the scheme of a header', () => {
  const password = random.text(ALNUM, 16);
  const { value } = redactor.redact([
    `postgres://svc:${password}@db.internal:5432/app`,
    `export DB_PASSWORD=${password}`,
    `curl -H 'Authorization: Bearer ${password}' https://api.internal`,
  ]);
  assert.match(value[0] as string, /^postgres:\/\/svc:\[REDACTED:[\w-]+:\w{4}\]@db\.internal:5432\/app$/);
  assert.match(value[1] as string, /^export DB_PASSWORD=\[REDACTED:[\w-]+:\w{4}\]$/);
  assert.match(
    value[2] as string,
    /^curl -H 'Authorization: Bearer \[REDACTED:[\w-]+:\w{4}\]' https:\/\/api\.internal$/,
  );
});

test('ids, hashes, signatures, images and plain code survive as the same object', () => {
  const record = {
    uuid: randomUUID(),
    parentUuid: randomUUID(),
    sessionId: randomUUID(),
    requestId: `req_${random.text(ALNUM, 24)}`,
    message: {
      id: `msg_${random.text(ALNUM, 24)}`,
      content: [
        { type: 'thinking', thinking: 'the token count is 1234567', signature: random.text(BASE64, 900) },
        {
          type: 'tool_use',
          id: `toolu_${random.text(ALNUM, 24)}`,
          input: { command: `git show ${random.text(HEX, 40)}` },
        },
        {
          type: 'image',
          source: { type: 'base64', media_type: 'image/png', data: random.text(BASE64, 5_000) },
        },
        { type: 'text', text: 'const token = getToken(); password: string; apiKey: process.env.API_KEY' },
        {
          type: 'text',
          text: 'password: "your-password-here", TOKEN=$TOKEN, secret = <secret>, https://x.y/z?page=2',
        },
      ],
      usage: { input_tokens: 10, output_tokens: 20 },
    },
    sha256: random.text(HEX, 64),
    integrity: `sha512-${random.text(BASE64, 86)}==`,
  };
  const { value, findings } = redactor.redact(record);
  assert.deepEqual(findings, {});
  assert.equal(value, record);
});

test('shares what holds no secret, changes nothing in place, keeps the order of keys', () => {
  const record = { b: { clean: ['x'] }, a: { text: token }, __proto: 1, z: null };
  const before = structuredClone(record);
  const { value } = redactor.redact(record);
  assert.deepEqual(record, before);
  assert.equal(value.b, record.b);
  assert.notEqual(value.a, record.a);
  assert.deepEqual(Object.keys(value), Object.keys(record));
});

test('a key named __proto__ stays a key', () => {
  const record = JSON.parse(`{"__proto__":{"text":"${token}"}}`);
  assert.match(
    JSON.stringify(redactor.redact(record).value),
    /^\{"__proto__":\{"text":"\[REDACTED:github:\w{4}\]"\}\}$/,
  );
});

test('literals go wherever they stand, short ones and plain words do not', () => {
  const { redact } = createRedactor({
    machineKey: 'k',
    literals: { A_SECRET: 'Zürich-plain-words', SHORT: 'abc' },
  });
  const { value, findings } = redact({ text: 'before Zürich-plain-words after abc' });
  assert.match(value.text, /^before \[REDACTED:environment:\w{4}\] after abc$/);
  assert.deepEqual(findings, { environment: 1 });
});

test('takes further rules', () => {
  const extra = pattern('ticket', ['tkt-'], /tkt-\d{6}/);
  const { redact } = createRedactor({ machineKey: 'k', extraRules: [extra] });
  assert.match(redact('see tkt-123456').value, /^see \[REDACTED:ticket:\w{4}\]$/);
});

test('a list is judged by the key above it, a record by its own keys, a value by the name beside it', () => {
  const value = 'tiger-77-lake';
  const isGone = (record: unknown) => !JSON.stringify(redactor.redact(record).value).includes(value);
  assert.equal(isGone({ password: [value] }), true);
  assert.equal(isGone({ password: { note: value } }), false);
  assert.equal(isGone({ name: 'DB_PASSWORD', value }), true);
  assert.equal(isGone({ Key: 'DB_PASSWORD', default: value }), true);
  assert.equal(isGone({ name: 'sessionId', value }), false);
  assert.equal(isGone({ name: `${'x'.repeat(60)}_password`, value }), false);
  assert.equal(isGone({ name: 'DB_PASSWORD', note: value }), false);
});

test('a scan counts each secret once and redaction says the same', () => {
  const record = { a: [`x ${token}`, { password: 'tiger-77-lake' }], b: `${token} and ${token}` };
  assert.deepEqual(redactor.scan(record), { github: 3, 'named-secret': 1 });
  assert.deepEqual(redactor.redact(record).findings, { github: 3, 'named-secret': 1 });
  assert.deepEqual(redactor.scan({ text: 'nothing here' }), {});
});

test('what is too short to be one, and sealed bulk, stay', () => {
  assert.deepEqual(redactor.redact({ password: 'a1!' }).findings, {});
  assert.deepEqual(redactor.redact({ password: 'a1!x' }).findings, { 'named-secret': 1 });
  const bulk = `${token}${random.text(ALNUM, 1_000)}`;
  assert.deepEqual(redactor.redact({ data: bulk.slice(0, 1_001).replace('_', '/') }).findings, {});
  assert.deepEqual(redactor.redact({ signature: token }).findings, {});
  assert.deepEqual(redactor.redact({ signature: `it is ${token}` }).findings, { github: 1 });
});

test('nesting is followed as deep as any agent goes and no deeper', () => {
  const nested = (depth: number): unknown => {
    let value: unknown = 'plain';
    for (let level = 0; level < depth; level++) value = level % 2 === 0 ? [value] : { below: value };
    return value;
  };
  assert.deepEqual(redactor.redact(nested(1_000)).findings, {});
  assert.deepEqual(redactor.redact(nested(1_001)).findings, { depth: 1 });
});

test('nesting without end is cut off, not passed on', () => {
  let deep: unknown = token;
  for (let i = 0; i < 5_000; i++) deep = [deep];
  assert.ok(!JSON.stringify(redactor.redact(deep).value).includes(token));
});

/** Secrets, pieces of rules and ordinary text in any order. */
const anyText = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        'password=',
        'token: ',
        '"secret": "',
        'Authorization: Bearer ',
        '://',
        '@',
        ';',
        '\n',
        '[REDACTED:',
        ']',
      ),
      fc.string({ maxLength: 12 }),
      fc.tuple(fc.constantFrom(...KINDS.values()), fc.nat()).map(([make, seed]) => {
        const made = make(seeded(seed));
        return typeof made === 'string' ? made : (made.text ?? JSON.stringify(made.record));
      }),
    ),
    { maxLength: 6 },
  )
  .map((pieces) => pieces.join(''));

test('redacting what is redacted changes nothing', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const once = redactor.redact({ text, password: text }).value;
      const twice = redactor.redact(once);
      assert.deepEqual(twice.findings, {});
      assert.equal(twice.value, once);
    }),
    { numRuns: 400 },
  );
});

test('whatever the record, only strings change, and only where something was found', () => {
  const keys = fc.oneof(fc.string(), fc.constantFrom('password', 'id', 'token', 'text', '__proto__'));
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof(
      { depthSize: 'small' },
      anyText,
      fc.jsonValue(),
      fc.array(tie('tree')),
      fc.dictionary(keys, tie('tree')),
    ),
  }));
  fc.assert(
    fc.property(tree, (value) => {
      const before = JSON.stringify(value);
      const { value: after, findings } = redactor.redact(value);
      assert.equal(JSON.stringify(value), before);
      // A scan sees the first round only; it never finds where redaction finds nothing.
      for (const [rule, count] of Object.entries(redactor.scan(value)))
        assert.ok((findings[rule] ?? 0) >= count, rule);
      if (Object.keys(findings).length === 0) assert.equal(after, value);
      sameShape(value, after);
    }),
    { numRuns: 300 },
  );
});

function sameShape(a: unknown, b: unknown): void {
  assert.equal(typeof a, typeof b);
  if (a === null || typeof a !== 'object') {
    assert.ok(Object.is(a, b) || (typeof b === 'string' && b.includes('[REDACTED:')));
    return;
  }
  assert.equal(Array.isArray(a), Array.isArray(b));
  assert.deepEqual(Object.keys(a), Object.keys(b as object));
  for (const [key, value] of Object.entries(a)) sameShape(value, (b as Record<string, unknown>)[key]);
}

test('the same text is redacted each time it comes, also with several words in one name', () => {
  const value = `q7${'Zx9k'.repeat(5)}Lm2`;
  for (const text of [
    `db_secret_token=${value}`,
    `a=1; api_secret_token_key="${value}"`,
    `password: ${value}`,
  ]) {
    for (let time = 0; time < 3; time++) {
      assert.equal(JSON.stringify(redactor.redact({ text })).includes(value), false, `${text} ${time}`);
    }
  }
});

test('a short secret is redacted also where the text has a placeholder elsewhere', () => {
  const { value, findings } = redactor.redact('[REDACTED:github:0123] and DB_PASSWORD=q7x!9k');
  assert.match(value, /^\[REDACTED:github:0123\] and DB_PASSWORD=\[REDACTED:named-secret:\w{4}\]$/);
  assert.deepEqual(findings, { 'named-secret': 1 });
});

test('a value that is redacted, chosen as a stand-in or far too long stays under the key of a secret', () => {
  for (const password of ['[REDACTED:github:0123]', 'changeme', `a1${'-x9'.repeat(2_700)}`])
    assert.deepEqual(redactor.redact({ password }).findings, {}, password.slice(0, 30));
});
