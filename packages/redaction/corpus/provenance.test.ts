import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { outputCases } from './command-outputs.ts';
import { type Case, isRight, outcomeOf } from './measure.ts';
import { oddCases } from './odd-contexts.ts';
import { ALNUM, HEX, type Random, seeded } from './random.ts';

const SEEDS = [20_261_118, 20_261_119];

function recallOf(cases: readonly Case[], say: (line: string) => void): number {
  const wrong = cases.filter((one) => !isRight(one));
  say(`${cases.length - wrong.length} of ${cases.length}`);
  for (const one of wrong) say(`wrong ${one.kind ?? one.command}: ${outcomeOf(one).slice(0, 200)}`);
  return 1 - wrong.length / cases.length;
}

test('values in the ways agents print them: at least 97 % are gone', (t) => {
  const recall = recallOf(
    SEEDS.flatMap((seed) => oddCases(seeded(seed))),
    (line) => t.diagnostic(line),
  );
  assert.ok(recall >= 0.97, `recall ${recall}`);
});

test('outputs of commands that print secrets by trade: at least 95 % are gone', (t) => {
  const recall = recallOf(
    SEEDS.flatMap((seed) => outputCases(seeded(seed))),
    (line) => t.diagnostic(line),
  );
  assert.ok(recall >= 0.95, `recall ${recall}`);
});

const wrapped = (text: string, columns: number, indent = '') =>
  (text.match(new RegExp(`.{1,${columns}}`, 'g')) ?? []).join(`\n${indent}`);
const base64 = (text: string) => Buffer.from(text).toString('base64');

/** How a secret comes back that was seen once. */
const REPEATS: Readonly<Record<string, (secret: string) => unknown>> = {
  bare: (secret) => `it was ${secret}, right?`,
  'in a path': (secret) => `https://h.internal/${secret}/x`,
  ...Object.fromEntries(
    [60, 64, 76, 80].flatMap((columns) => [
      [
        `wrapped at ${columns}`,
        (secret: string) =>
          wrapped(
            `The value that the server gave back to us is this one: ${secret} and it ends here`,
            columns,
          ),
      ],
      [
        `base64 wrapped at ${columns}`,
        (secret: string) => wrapped(base64(`{"user":"ada","value":"${secret}","more":"words"}`), columns),
      ],
    ]),
  ),
  'wrapped and indented': (secret) => wrapped(`    ${secret}`, 24, '        '),
  'wrapped with line numbers': (secret) => `    12→${secret.slice(0, 15)}\n    13→${secret.slice(15)}`,
  base64: (secret) => base64(secret),
  'base64 of a pair': (secret) => base64(`ada:${secret}`),
  'base64 with a line end': (secret) => base64(`${secret}\n`),
  'url encoded': (secret) => `next=${encodeURIComponent(secret)}&x=1`,
  'json escaped': (secret) => JSON.stringify(JSON.stringify({ a: secret })),
  hex: (secret) => Buffer.from(secret).toString('hex'),
  'put together': (secret) => `"${secret.slice(0, 12)}" + "${secret.slice(12)}"`,
  'put together over lines': (secret) => `x = "${secret.slice(0, 10)}" +\n    "${secret.slice(10)}"`,
  'in two fields': (secret) => ({ a: secret.slice(0, 16), b: secret.slice(16) }),
  'cut off': (secret) => `starts with ${secret.slice(0, 18)}`,
  'under a harmless name': (secret) => ({ note: secret }),
};
const SECRETS: Readonly<Record<string, (random: Random) => string>> = {
  token: (random) => `${random.text(ALNUM, 12)}5${random.text(ALNUM, 19)}`,
  'with marks': (random) => `${random.text(ALNUM, 9)}/3+${random.text(ALNUM, 10)}&"${random.text(ALNUM, 9)}`,
};

describe('what was once seen as a secret stays one', () => {
  for (const [kind, make] of Object.entries(SECRETS)) {
    for (const [way, place] of Object.entries(REPEATS)) {
      test(`${kind} ${way}`, () => {
        const secret = make(seeded(way.length * 31 + kind.length));
        const context = place(secret);
        const left = way === 'cut off' ? secret.slice(0, 18) : secret;
        const earlier = [{ text: `DB_PASSWORD='${secret}'\nMY_API_TOKEN=${JSON.stringify(secret)}` }];
        assert.ok(isRight({ context, earlier, secret: left }), outcomeOf({ context, earlier }));
        assert.ok(!isRight({ context, secret: left }), 'without the memory it would go through');
      });
    }
  }

  test('a hash under the name of a token is not struck everywhere', () => {
    const secret = seeded(4).text(HEX, 40);
    const context = `commit ${secret} on main`;
    assert.equal(outcomeOf({ context, earlier: [`DEPLOY_TOKEN=${secret}`] }), context);
  });
});

/** They look like secrets, or stand beside their names. */
const HARMLESS: readonly string[] = [
  '"SecretArn": "arn:aws:secretsmanager:eu-west-1:123456789012:secret:prod/db-AbCdEf"',
  '"TokenArn": "arn:aws:iam::123456789012:role/Deploy7Role"',
  'arn:aws:kms:eu-west-1:123456789012:key/1234abcd-12ab-34cd-56ef-1234567890ab',
  'Message-ID: <CAK7f3d9X2mQ8vLpR4tYw@mail.internal>',
  '"message_id": "msg_01XFDUDYJgAACzvnptvVoYEL"',
  '"tool_use_id": "toolu_01A09q90qw90lq917835lq9"',
  '"request_id": "req_011CSHoEeqs5C35K2UUqR7Fy"',
  'sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  '"integrity": "sha512-v2kDEe57lecTulaDIuNTPy3Ry4gLGJ6Z1O3vE1krgXZNrsQ+LFTGHVxVjcXPs17LhbZVGedAJv8XZ1tvj5FvSg=="',
  '| Name | Password |\n|---|---|\n| Required | yes |\n| Hashed | always |',
  'id,name,token_count\n1,ada,4312\n',
  'password:\n  type: string\n  minLength: 8\n',
  'apiKey: >-\n  The key of the service.\n',
  '--token \\\n  "$TOKEN" \\\n  --region eu',
  'export const secretKeys = [1, 2, 3];',
  'const passwordLengths = [8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23];',
  "INSERT INTO settings (name, password_policy) VALUES ('a', 'strict-2024');",
  'PASS src/a.test.ts\nPASS src/b.test.ts (5.2 s)',
  '--password    the password of the database\n--token       a token (default: none)',
  'Set-Cookie: theme=dark; Path=/',
  'The token:\n\nsee docs/authentication/tokens.md\n',
];

test('names, ids, digests and descriptions stay', () => {
  const struck = HARMLESS.filter((context) => outcomeOf({ context }) !== context);
  assert.deepEqual(
    struck.map((context) => outcomeOf({ context })),
    [],
  );
});
