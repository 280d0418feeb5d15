import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ALNUM, HEX, seeded } from '../../../corpus/random.ts';
import { createRedactor } from '../../redactor.ts';

const { redact } = createRedactor({ machineKey: 'called' });
const random = seeded(3);
const hex = random.text(HEX, 40);

test('a key without a form of its own is known by the vendor before it, or by what it is called', () => {
  const mixed = `${random.text(ALNUM, 20)}7aQ4${random.text(ALNUM, 16)}`;
  for (const text of [
    `Deepgram: ${hex}`,
    `our Datadog app key is ${hex}`,
    `the access token ${hex}`,
    `Cohere ${mixed}`,
  ])
    assert.ok(!/[0-9a-f]{32}|7aQ4/.test(redact(text).value), text);
});

test('an id, a commit or an event of the same vendor stays', () => {
  for (const text of [
    `Heroku app id ${hex}`,
    `datadog trace ${hex}`,
    `Rollbar event ${hex}`,
    `netlify commit ${hex}`,
  ])
    assert.equal(redact(text).value, text);
});
