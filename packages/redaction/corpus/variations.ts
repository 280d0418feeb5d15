import { HELD_OUT_CONTEXTS, NAMED_CONTEXTS, TOKEN_CONTEXTS } from './contexts.ts';
import { KINDS } from './kinds.ts';
import { ALNUM, BASE64, DIGIT, HEX, LOWER, type Random, seeded, UPPER, WORD } from './random.ts';
import { SECRET_TEXTS } from './secret-texts.ts';
import { TOKENS } from './tokens.ts';
import { CHOSEN, GENERATED, PASSWORD_NAMES, TOKEN_NAMES } from './values.ts';

/** Texts on both sides of every bound, in groups with a name. Each group is the same in every run. */
export function* variations(): Iterable<readonly [group: string, texts: unknown[]]> {
  for (const [context, place] of Object.entries({ ...NAMED_CONTEXTS, ...HELD_OUT_CONTEXTS })) {
    const random = seeded(context.length);
    const names = [...PASSWORD_NAMES, ...TOKEN_NAMES, ...OTHER_NAMES];
    const texts = values(random).map((value, index) =>
      place(names[(index + context.length) % names.length] as string, value, random),
    );
    yield [`named ${context}`, [...texts, ...texts.slice(-4).flatMap(fromItsStart)]];
  }
  const contexts = Object.values(TOKEN_CONTEXTS);
  for (const [kind, make] of TOKENS) {
    const tokens = changed(make(seeded(kind.length)));
    const texts = tokens.map((token, index) => contexts[index % contexts.length]?.(token));
    yield [`token ${kind}`, [...texts, ...tokens]];
  }
  for (const [kind, make] of [...KINDS, ...Object.entries(SECRET_TEXTS)]) {
    const made = make(seeded(kind.length));
    if (typeof made === 'string') continue;
    const { text = made.secret } = made;
    const records = 'record' in made && made.record ? [made.record] : [];
    yield [
      `text ${kind}`,
      [...records, text, ...fromItsStart(text), ...cut(text), ...respaced(text), ...changed(text)],
    ];
  }
  yield ['keys of records', values(seeded(5)).flatMap(recordsWith)];
  yield ['wrapped lines', wrappedLines(seeded(6))];
  yield ['values', values(seeded(8))];
}

/** Names near those of secrets: some are harmless, some are only told by their value. */
const OTHER_NAMES = [
  ...['token_count', 'secret_name', 'password_hash', 'max_tokens', 'primary_key', 'cache_key', 'sort_key'],
  ...['stripe_key', 'key', 'author', 'passed', 'path', 'db_dsn', 'npm_auth', 'hash_salt', 'my_pat', 'pwd'],
];

/** What stands where a secret would: chosen, generated, named, computed, left out. */
const STAND_INS = [
  ...[
    'changeme',
    'change_me',
    'your-token',
    'your_api_key_here',
    'placeholder',
    'dummy1234',
    'example-1a2b3c',
  ],
  ...['test', 'test123', 'test1234', 'password', 'password1', 'secret', 'token', 'api-key-2', 'none', 'null'],
  ...[
    'true',
    '$TOKEN',
    '$'.concat('{TOKEN}'),
    '$(cat x)',
    '{{ .Values.token }}',
    '<token>',
    '%TOKEN%',
    '%s',
    '****',
  ],
  ...['xxxxxxxx', '--------', 'abababab', 'abcabcabc', 'abcdabcd', '...', '[REDACTED]', 'EXAMPLEKEY123'],
  ...['process.env.TOKEN', 'os.environ["X"]', 'config.token', 'self.token', 'secrets.TOKEN', 'vault:kv/a#b'],
  ...['op://vault/item/field', 'file:/run/x1', 'https://a.example/x1', 'arn:aws:iam::1:role/x', 'ssm:/a/b1'],
  ...[
    './a/b.txt',
    '/run/secrets/token1',
    '~/x/y1',
    'C:\\x\\y1',
    '../keys/a1',
    'getToken()',
    'a.b.c1',
    'x[0]1',
  ],
  ...['Uint8Array', 'OpenID4VCICredential', 'Uint8Array.prototype', 'sha256', 'utf-8', 'base64url', 'v1.2.3'],
  ...[
    'hunter2',
    'foobar12',
    'tiger77',
    'Tiger7!',
    'winter-77',
    'aB1!',
    'aB1!x',
    'aB1!xy',
    'q1w2e3',
    'q1w2e3r4',
  ],
  ...[
    'correcthorsebattery',
    'correcthorsebatterystaple',
    '12345',
    '123456',
    '1234567',
    '12345678',
    '99%',
    '10px',
  ],
  ...[
    '[a-z]{3}\\d+',
    '(?:x|y)1',
    'a||b1',
    'a&&b1',
    '&amp;x1',
    'a=b1',
    'a:b1',
    'a/b/c1',
    'user:pa55word',
    'é1ü2ö3',
  ],
];

function values(random: Random): string[] {
  const alphabets = [ALNUM, LOWER, LOWER + DIGIT, UPPER + DIGIT, HEX, WORD, BASE64, UPPER + LOWER, DIGIT];
  const lengths = [
    3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 15, 16, 17, 19, 20, 21, 23, 24, 25, 31, 32, 33, 63, 64, 65,
  ];
  return [
    ...STAND_INS,
    ...alphabets.flatMap((alphabet) => lengths.map((length) => random.text(alphabet, length))),
    ...[...Object.values(GENERATED), ...Object.values(CHOSEN)].map((make) => make(random)),
    ...[80, 91, 92, 93, 99, 100, 101, 120, 300].map((length) => random.text(WORD, length)),
    // As many different characters, and as much disorder, as the bounds ask for.
    ...[
      'aaaabbbbcccc1',
      'aabbccdd11',
      'abababab12',
      'aaaaaaaaaaaaaaa1',
      'abcdefgh1234abcd',
      'a1a1a1b2b2b2c3c3',
    ],
    ...[
      'iPhone6sPlus',
      'getUserById2',
      'fooBarBazQux12',
      'HTTP2ServerPush',
      'x509Certificate99',
      'aBcDeFgH12',
    ],
  ];
}

/** Shorter, longer, glued to a word, in another case, with a character that no token has. */
function changed(token: string): string[] {
  const middle = token.length >> 1;
  const shorter = [1, 2, 3, 4, 6, 8, 12, 16, 20].map((less) =>
    token.slice(0, Math.max(0, token.length - less)),
  );
  const longer = ['a', 'Z9', '0123', '-', '_', '.', '=', '=='].map((more) => token + more);
  return [
    ...shorter,
    ...longer,
    ...['a', '9', '_', '-', '.', '/', '\\n', '%3D', '-x', '=', '@', '$'].map((before) => before + token),
    token.toLowerCase(),
    token.toUpperCase(),
    `${token.slice(0, middle)} ${token.slice(middle)}`,
    `${token.slice(0, middle)}é${token.slice(middle)}`,
    `${token}, ${token}`,
    `${token}${token}`,
  ];
}

/** A rule looks back from what it found: there may be nothing, or only a little, before it. */
function fromItsStart(text: unknown): string[] {
  if (typeof text !== 'string') return [];
  return Array.from({ length: 12 }, (_, index) => text.slice(index + 1));
}

/** The text without its end, and without its beginning, at a dozen places. */
function cut(text: string): string[] {
  const places = Array.from({ length: 12 }, (_, index) => Math.round((text.length * (index + 1)) / 13));
  return places.flatMap((at) => [text.slice(0, at), text.slice(at)]);
}

function respaced(text: string): string[] {
  return [
    text.replaceAll(' ', '  '),
    text.replaceAll(' ', ''),
    text.replaceAll('\n', '\\n'),
    text.replaceAll('\n', '\r\n'),
    text.replaceAll('\n', '\n    '),
    text.replaceAll('"', '\\"'),
    text.replaceAll('"', "'"),
    text.replaceAll('=', ' = '),
    text.replaceAll(':', ' : '),
    `[REDACTED:github:0123] ${text} [REDACTED:github:4567]`,
  ];
}

function recordsWith(value: string): unknown[] {
  return [
    { password: value },
    { accessToken: [value, { id: value }] },
    { stripe_key: value },
    { key: 'DB_PASSWORD', value },
    { name: 'api_key', default: value },
    { headers: { Authorization: value, 'x-api-key': value } },
    { signature: value, text: value },
  ];
}

/** Lines of base64, as keys are wrapped: of one width or another, few or many, with and without a label. */
function wrappedLines(random: Random): string[] {
  return [60, 63, 64, 65, 70, 76, 77].flatMap((width) =>
    [1, 2, 3, 4, 6].flatMap((count) => {
      const lines = Array.from({ length: count }, () => random.text(BASE64, width));
      const last = [0, 3, 4, 30].map((length) => random.text(BASE64, length));
      const small = lines.map((line) => line.toLowerCase());
      const label = (name: string) => `${'-'.repeat(5)}BEGIN ${name}${'-'.repeat(5)}\n${lines.join('\n')}`;
      return [
        ...last.map((line) => [...lines, line].join('\n')),
        ...['\\n', '\r\n', '",\n  "', '\n    12→', '\n> ', '\n\n'].map((between) => lines.join(between)),
        small.join('\n'),
        `n${lines.join('\n')}`,
        `\\n${lines.join('\\n')}`,
        label('CERTIFICATE'),
        label(`${'PRIVATE'} KEY`),
        label('PGP SIGNATURE'),
      ];
    }),
  );
}
