import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRedactor } from '../../redactor.ts';
import { vendorOf } from './prefixes.ts';

const { redact } = createRedactor({ machineKey: 'dense' });
const VALUE = 'q7Zt4WmXn2LbVc9R';
const isStruck = (text: string) => !redact(text).value.includes(VALUE);

/** No rule knows these syntaxes: a word, a flag or a call beside the value says that it is a secret. */
const VOUCHED = [
  (value: string) => `unheard-of-tool -X ${value} -v host`,
  (value: string) => `Dialer.Open("h1", "kim", "${value}")`,
  (value: string) => `⟦passcode⟧ ~~ ${value} ~~`,
  (value: string) => `${value} goes into the token box`,
  (value: string) => `Secrets\n=======\n\nkim\n  ${value}\n`,
  (value: string) => `https://h1.test/t/q7Zt${value}/main`,
];

/** An id, a hash, a public half, a piece of a list: the same form, and no secret. */
const UNVOUCHED = [
  (value: string) => `request id ${value} failed`,
  (value: string) => `login session id ${value}`,
  (value: string) => `"documentId": "${value}"`,
  (value: string) => `public key ${value}`,
  (value: string) => `login page /assets/${value}.js`,
  (value: string) => `AAAA,${value},SAAS; token`,
  (value: string) => `golang.org/x/oauth2 v0.1.0 h1:${value}=`,
  (value: string) => `nothing beside ${value} tells`,
];

for (const written of VOUCHED)
  test(`struck: ${written('…')}`, () => assert.ok(isStruck(written(VALUE)), redact(written(VALUE)).value));
for (const written of UNVOUCHED)
  test(`stays: ${written('…')}`, () => assert.ok(!isStruck(written(VALUE)), redact(written(VALUE)).value));

test('a name of code beside a word for a secret stays', () => {
  for (const name of ['OAuth2TokenProviderV2', 'useAuth0SessionHook2', 'x86_64-pc-windows-msvc2022'])
    assert.equal(redact(`the token of ${name} here`).value, `the token of ${name} here`);
});

const BODY = 'x4Kd82LmQpZ7vT1cRn5Wb3Yh';

test('a token is known by what it begins with, or by a word that no id has before its random half', () => {
  assert.equal(vendorOf(`aio_${BODY}`), 'adafruit');
  assert.equal(vendorOf(`ory_pat_${BODY}`), 'ory');
  assert.equal(vendorOf(`acme_live_${BODY}`), 'vendor-token');
  assert.equal(vendorOf(`thing-secret-${BODY}`), 'vendor-token');
});

test('ids, names, hashes and public keys are no tokens', () => {
  for (const text of [
    `toolu_${BODY}`,
    `acme_pk_live_${BODY}`,
    `publishable_test_${BODY}`,
    'session-dev-0c1d2e3f-4a5b-4c6d-8e7f-90a1b2c3d4e5',
    'api-prod-backend-service-deployment-2026',
    'secret-manager-access-token-provider-v2',
    `live_${'a'.repeat(35)}`,
  ])
    assert.equal(vendorOf(text), undefined, text);
});
