import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Case, isGone, isRight, outcomeOf } from './measure.ts';

/**
 * A value behind a name that says what it is, in syntaxes and sentences that no list of files and programs holds; and
 * that no more goes than the value.
 */
const WEAK = 'willow493';
const SPOKEN = 'tundra-marble-pickle-42';
const TOKEN = 'q7Zt4WmXn2LbVc9RkYp3';

const NAMED: Readonly<Record<string, (value: string) => string>> = {
  'a name with a capital': (value) => `config.adminPw = '${value}'`,
  'a token that a person made up': (value) => `API_KEY=${value}`,
  'an element below an attribute': (value) =>
    `<s:Setting Name="auth_token"><s:Value>${value}</s:Value></s:Setting>`,
  'an attribute between name and value': (value) => `<param name="clientSecret" type="s" value="${value}"/>`,
  'an element over three lines': (value) => `<password>\n    ${value}\n</password>`,
  'an arrow to the left': (value) => `db_password <- "${value}"`,
  'a slice of bytes': (value) => `const api_token: []const u8 = "${value}";`,
  'a default beside the name': (value) => `string(name: 'JWT_SECRET', defaultValue: '${value}')`,
  'what a test expects': (value) => `expect(cfg.clientSecret).toBe('${value}')`,
  'a prompt': (value) => `? DB_PASSWORD › ${value}`,
  'a debugger': (value) => `clientSecret = {String} "${value}"`,
  'an old value and a new one': (value) => `  ~ db_password = "old" -> "${value}"`,
  'a name and a blank': (value) => `fastcgi_param DB_PASSWORD ${value};`,
  'a sentence': (value) => `Changed JWT_SECRET from x to ${value}`,
  'a question': (value) => `ADMIN_PASSWORD? ${value}`,
  'before the word': (value) => `Use ${value} as the db password.`,
  'a variable and what it printed': (value) => `$ echo $AUTH_TOKEN\n${value}`,
  'a variable in a debugger': (value) => `(gdb) p db_password\n$1 = "${value}"`,
  'what is built from it': (value) => `let signer = HmacKey::new(b"${value}");`,
};

for (const [way, written] of Object.entries(NAMED)) {
  test(`gone: ${way}`, () => {
    for (const secret of way === 'what is built from it' ? [TOKEN] : [WEAK, SPOKEN, TOKEN])
      assert.ok(
        isGone(secret, outcomeOf({ context: written(secret) })),
        outcomeOf({ context: written(secret) }),
      );
  });
}

const CASES: Readonly<Record<string, Case>> = {
  'a manifest that is a record': {
    context: {
      kind: 'Secret',
      metadata: { name: 'ledger' },
      data: { DATABASE_URL: 'cG9zdGdyZXM6Ly9hOnE3WnQ0V21YbjJAaA==' },
    },
    secret: 'q7Zt4WmXn2',
    harmless: 'ledger',
  },
  'a key that is a record': {
    context: {
      kty: 'RSA',
      n: 'gC3yazhxPSuXZgVBm9dK_rPAkT9o0CqL',
      e: 'AQAB',
      d: '531sEkhaXnz30BHLQyh16MvBr3qK_PwY',
    },
    secret: '531sEkhaXnz30BHLQyh16MvBr3qK_PwY',
    harmless: 'gC3yazhxPSuXZgVBm9dK_rPAkT9o0CqL',
  },
  'a password with every mark': {
    context: `define('DB_PASSWORD', 'Ad=XROuvM}]|s[VG6mOm');\ndefine('DB_USER', 'app_rw');`,
    secret: 'Ad=XROuvM}]|s[VG6mOm',
    harmless: 'app_rw',
  },
  'what Terraform made up': {
    context: '{ "bcrypt_hash": "x", "result": "W)_r_!?Xc$-e)@5?)-)rsS", "special": true }',
    secret: 'W)_r_!?Xc$-e)@5?)-)rsS',
    harmless: 'special',
  },
  'a passphrase of words': {
    context: "My passphrase is echo oblige badge umbrella 35 - don't write it down",
    secret: 'echo oblige badge umbrella 35',
    harmless: 'write it down',
  },
  'codes of recovery': {
    context: 'Recovery codes: zf2er-91cml - keep them safe',
    secret: 'zf2er-91cml',
    harmless: 'keep them safe',
  },
  'a setting with any name': {
    context: 'ROLLBAR_POST_SERVER_ITEM=41f91d2ff374e52ac043645a8e2a6256\nHOME=/root',
    secret: '41f91d2ff374e52ac043645a8e2a6256',
    harmless: 'HOME=/root',
  },
  'a user and a password behind a flag': {
    context: 'http --auth deploy:zBaPfA9Ln1s9BH3E GET /api',
    secret: 'zBaPfA9Ln1s9BH3E',
    harmless: 'GET /api',
  },
  'code that makes one': {
    command:
      "django-admin shell -c 'from django.core.management.utils import get_random_secret_key as g; print(g())'",
    context: 'hb#avj5#h+0a#5y&^o=!=(s=q-!tl=p-^!@c@&n*qae+fxpw=d',
    secret: 'hb#avj5#h+0a#5y&^o=!=(s=q-!tl=p-^!@c@&n*qae+fxpw=d',
  },
  'of a cookie the value alone': {
    context:
      'Cookie: _ga=GA1.2.50.53; connect.sid=s%3AMixMrtIirAgxjHTRTzd-A4jZ0EmLMDN8.iLnw_RS83y5f; theme=dark',
    secret: 'MixMrtIirAgxjHTRTzd-A4jZ0EmLMDN8',
    harmless: 'theme=dark',
  },
  'of a query the value alone': {
    context: `token=${'aZ3kQ9xW7mB2vN5cT8rY'.repeat(6)}&redirect=%2Fhome`,
    secret: 'aZ3kQ9xW7mB2vN5cT8rY'.repeat(6),
    harmless: '&redirect=%2Fhome',
  },
  'of a row the value alone': {
    context: 'name,url,username,password\nGrafana,https://acme.test/login,ci-bot,vQMs4DYTYZwMdcLhy0dqd',
    secret: 'vQMs4DYTYZwMdcLhy0dqd',
    harmless: 'Grafana,https://acme.test/login,ci-bot,',
  },
  'of an address the password alone': {
    context: 'https://__token__:q7Zt4WmXn2LbVc9RkYp3@git.acme.test/api/v4/projects/12',
    secret: TOKEN,
    harmless: '@git.acme.test/api/v4/projects/12',
  },
  'the form of a token with nothing in it': {
    context: `ghp_${'x'.repeat(36)}`,
    harmless: 'x'.repeat(36),
  },
  'a name that is about something else': {
    context: 'secret_santa: Wichteln-2026-Donnerstag',
    harmless: 'Wichteln-2026-Donnerstag',
  },
  'a role': { context: 'arn:aws:iam::1:role/authPasswordReview-KR4P1L3IXNEC', harmless: 'KR4P1L3IXNEC' },
};

for (const [way, one] of Object.entries(CASES))
  test(`right: ${way}`, () => assert.ok(isRight(one), outcomeOf(one)));

test('manifests in manifests end where every other record ends', () => {
  let nested: unknown = 'q7Zt4WmXn2LbVc9RkYp3';
  for (let depth = 0; depth < 3_000; depth++) nested = { kind: 'Secret', data: { nested } };
  assert.match(outcomeOf({ context: nested }), /nested too deep|REDACTED:depth/);
});

test('a manifest without values is the same record, and a list below `data` stays one', () => {
  assert.equal(
    outcomeOf({ context: { kind: 'Secret', data: { a: '' } } }),
    '{"kind":"Secret","data":{"a":""}}',
  );
  assert.equal(outcomeOf({ context: { kind: 'Secret', data: ['a'] } }), '{"kind":"Secret","data":["a"]}');
});
