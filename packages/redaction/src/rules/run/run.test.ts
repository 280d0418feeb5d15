import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ALNUM, DIGIT, HEX, LOWER, seeded, UPPER, WORD } from '../../../corpus/random.ts';
import { secretInRun } from './run.ts';

const random = seeded(7);
const text = (alphabet: string, length: number) => random.text(alphabet, length);
const capitals = (length: number) => text(UPPER + DIGIT, length);
const small = (length: number) => text(LOWER + DIGIT, length);

/** The shortest token of each shape. */
const shortest: Readonly<Record<string, string>> = {
  discord: `M${text(WORD, 22)}.${text(WORD, 6)}.${text(WORD, 27)}`,
  airtable: `pat${text(ALNUM, 14)}.${text(HEX, 64)}`,
  crates: `cio${text(ALNUM, 32)}`,
  twilio: `SK${text(HEX, 32)}`,
  mailchimp: `${text(HEX, 32)}-us1`,
  mailgun: `${text(HEX, 32)}-${text(HEX, 8)}-${text(HEX, 8)}`,
  rapidapi: `${small(10)}msh${small(15)}p1${small(6)}jsn${small(12)}`,
  '1password': `A3-${capitals(6)}-${capitals(11)}-${capitals(5)}-${capitals(5)}-${capitals(5)}`,
  infisical: `st.${text(HEX, 24)}.${text(HEX, 32)}`,
  maxmind: `${text(ALNUM, 6)}_${text(ALNUM, 29)}_mmk`,
  authress: `sc_${text(ALNUM, 5)}.${text(ALNUM, 4)}.acc_${text(ALNUM, 10)}.${text(ALNUM, 20)}`,
  'azure-key': `${text(ALNUM, 52)}JQQJ99${text(ALNUM, 8)}`,
  fauna: `fnA${text(WORD, 36)}`,
  voyage: `pa-${text(WORD, 43)}`,
};

for (const [rule, token] of Object.entries(shortest)) {
  test(`${rule}: the shortest token is found, alone and in a sentence; one with a character less is not`, () => {
    assert.deepEqual(secretInRun(token, 0, 0), { start: 0, end: token.length, rule });
    const around = `see ${token} there`;
    assert.deepEqual(secretInRun(around, 10, 0), { start: 4, end: 4 + token.length, rule });
    assert.equal(secretInRun(token.slice(0, -1), 0, 0).rule, undefined);
  });
}

test('a hash is a token only behind the number of an Asana token', () => {
  const hash = text(HEX, 32);
  const number = `1/1${text(DIGIT, 15)}`;
  const ruleIn = (before: string, run = hash) => secretInRun(before + run, before.length, before.length).rule;
  assert.equal(ruleIn(`${number}:`), 'asana');
  assert.equal(ruleIn(`${number}:`, `${hash}.`), 'asana', 'with the full stop of a sentence');
  assert.equal(ruleIn(`${number} `), undefined);
  assert.equal(ruleIn('see: '), undefined);
  assert.equal(ruleIn(`${number}:`, text(HEX, 40)), undefined);
});

test('what was read already is not read again', () => {
  const token = shortest.maxmind as string;
  assert.equal(secretInRun(token, 20, 0).rule, 'maxmind');
  assert.equal(secretInRun(token, 20, 1).rule, undefined);
});

test('what has no digit among its first characters is a name', () => {
  const name = `${text(LOWER, 6)}_${text(UPPER, 29)}_mmk`;
  assert.equal(secretInRun(name, 0, 0).rule, undefined);
  assert.equal(secretInRun(name.replace(/[A-Z]/, '7'), 0, 0).rule, 'maxmind');
});

test('a run ends where a character stands that no token has', () => {
  const hash = text(HEX, 40);
  for (const mark of [' ', '"', '/', '\n', 'é', '→', '漢'])
    assert.deepEqual(secretInRun(`see${mark}${hash}${mark}x`, 20, 0), { start: 4, end: 44 }, mark);
  for (const mark of ['_', '.', '+', '=', '-'])
    assert.equal(secretInRun(`${mark}${hash}${mark}`, 20, 0).end, 42, mark);
});

test('a file of settings in base64 is one secret, to its end', () => {
  const encoded = (file: string) => Buffer.from(file).toString('base64');
  const file = encoded(`DB_HOST=localhost\nDB_PASSWORD=${text(ALNUM, 60)}\n`);
  assert.deepEqual(secretInRun(file, 0, 0), { start: 0, end: file.length, rule: 'base64-settings' });
  assert.equal(
    secretInRun(encoded(`# ours\nexport A_KEY=1${text(ALNUM, 60)}`), 0, 0).rule,
    'base64-settings',
  );
  assert.equal(secretInRun(encoded(`Some text, and more of it 1${text(ALNUM, 60)}`), 0, 0).rule, undefined);
});
