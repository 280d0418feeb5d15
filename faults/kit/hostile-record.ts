/** Records made to hurt whoever reads them: one of every kind that ever did, and of those that might. */

const filled = (unit: string, length: number): string =>
  unit.repeat(Math.ceil(length / unit.length)).slice(0, length);

const user = (content: unknown, more: object = {}) => ({
  type: 'user',
  uuid: crypto.randomUUID(),
  message: { role: 'user', content },
  ...more,
});

const assistant = (content: unknown, more: object = {}) => ({
  type: 'assistant',
  uuid: crypto.randomUUID(),
  message: { role: 'assistant', model: 'claude-opus-4-6', content, ...more },
});

const tool = (name: string, input: object) =>
  assistant([{ type: 'tool_use', id: `toolu_${crypto.randomUUID()}`, name, input }]);

function nested(depth: number): unknown {
  let value: unknown = 'x';
  for (let level = 0; level < depth; level++) value = level % 2 ? [value] : { content: value };
  return value;
}

/** Beginnings of what the rules of redaction and the readers look for. */
const beginnings = [
  ...[
    'password = "abcd-',
    'token=',
    'api_key: "',
    'sk-',
    'eyJ',
    '-----BEGIN ',
    'https://a:',
    'authorization: bearer ',
  ],
  ...[
    '--password ',
    'machine a login b password ',
    '[REDACTED:github:0000] ',
    '<command-name>',
    '<system-reminder>',
  ],
  ...[
    '# aider chat started at ',
    '\n- [ ] ',
    '[REDACTED]\n',
    '```',
    '\n\n',
    ' ',
    '\0',
    '\u202e',
    '\ud800',
    '[',
  ],
];

const length = 20_000;

export function hostileRecords(): unknown[] {
  return [
    user(`password = "abcd${'-'.repeat(60)}00000x"`),
    user({ password: `abcd${'-'.repeat(7_000)}00000x` }),
    ...beginnings.flatMap((text) => [
      user(filled(text, length)),
      user(`${text}${filled('-', length)}00000x`),
    ]),
    tool('TodoWrite', { todos: filled('\n', length) }),
    tool('TodoWrite', {
      todos: Array.from({ length: 2_000 }, () => ({ content: filled(' ', 50), status: {} })),
    }),
    tool('Bash', { command: filled('a && ', length) }),
    tool('Edit', {
      file_path: filled('/.ssh', length),
      old_string: filled('a\nb\n', length),
      new_string: filled('b\na\nc\n', length),
    }),
    assistant('x', { model: filled('[', length), usage: { input_tokens: -1, output_tokens: 1e308 } }),
    user(nested(60)),
    user('x', Object.fromEntries(Array.from({ length: 4_000 }, (_, index) => [`${index}_token`, 'x']))),
  ];
}
