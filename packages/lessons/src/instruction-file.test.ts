import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { marked } from 'marked';
import { lessonsIn, MalformedBlock, withBlock, withoutBlock } from './instruction-file.ts';
import { type LessonWords, lineOf, setsIn, titleOf, toldAtStart } from './words.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const textOf = (content: Uint8Array | undefined): string => Buffer.from(content ?? []).toString();
const same = (a: Uint8Array | undefined, b: Uint8Array | undefined): boolean =>
  a === undefined || b === undefined ? a === b : Buffer.compare(a, b) === 0;

const lesson = (text: string, more: Partial<LessonWords> = {}): LessonWords => ({
  lessonId: 'les_a',
  version: 1,
  text,
  paths: [],
  agents: [],
  ...more,
});
const two = [
  lesson('Use `t.Parallel()`.'),
  lesson('Run lint.', { lessonId: 'les_b', version: 3, paths: ['src/**'] }),
];

const marks = [
  '<!-- debrief lessons: begin ',
  '<!-- debrief lessons: end -->',
  '<!--',
  '-->',
  '```',
  '~~~',
  '---',
  '\n',
  '\r\n',
  '\r',
  '\uFEFF',
  '\u2028',
  '\u0085',
  '\u202e',
  '\u200b',
  '# ',
  '`',
  '\\`',
  '@~/secret',
  '[a]: http://x',
  '<script>',
  '</details>',
  '{',
  '[',
  ' ',
  'Debrief lessons (set 0123456789ab, 1)',
  '\ud800',
  '\0',
  '===',
  'é',
  '💥',
];
const hostile = fc
  .array(fc.oneof(fc.constantFrom(...marks), fc.string({ maxLength: 8 })), { maxLength: 12 })
  .map((parts) => parts.join(''));
const lessons = fc.array(
  fc.record({
    lessonId: fc.stringMatching(/^les_[0-9A-Za-z]{1,8}$/),
    version: fc.integer({ min: 1, max: 999 }),
    text: hostile,
    paths: fc.array(fc.oneof(hostile, fc.constant('src/**/*.{ts,tsx}')), { maxLength: 2 }),
    agents: fc.constant([]),
  }),
  { maxLength: 5 },
);
const content = fc.oneof(
  fc
    .uint8Array({ maxLength: 60 })
    .filter(
      (some) =>
        !some.includes(0) &&
        !(some[0] === 0xff && some[1] === 0xfe) &&
        !(some[0] === 0xfe && some[1] === 0xff),
    ),
  fc
    .array(
      fc.constantFrom('a', '# A', '\n', '\r\n', '\r', '\uFEFF', '- x', '```', '<!-- c -->', '---', 'é'),
      { maxLength: 12 },
    )
    .map((parts) => bytes(parts.join(''))),
);

interface Change {
  path: string;
  added: string[];
  removed: string[];
}

/** What a file was after a change: lines come where others went, or at the end. */
function changed(lines: readonly string[], { added, removed }: Change): string[] {
  const left = [...lines];
  let at = left.length;
  for (const line of removed.toReversed()) {
    const found = left.lastIndexOf(line);
    if (found < 0) continue;
    left.splice(found, 1);
    at = Math.min(found, left.length);
  }
  left.splice(at, 0, ...added);
  return left;
}

/** Instruction files of real projects, as they came and after each of their changes. */
function realTexts(): string[] {
  const texts: string[] = [];
  for (const project of ['agentv', 'oh-my-posh']) {
    const path = new URL(`../../../../shared/work-sessions-2/${project}/instructions.jsonl`, import.meta.url);
    const files = new Map<string, string[]>();
    for (const row of existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean) : []) {
      const change = JSON.parse(row) as Change;
      const lines = changed(files.get(change.path) ?? [], change);
      files.set(change.path, lines);
      texts.push(`${lines.join('\n')}\n`);
    }
  }
  return texts;
}

/** Where no real ones are at hand: headings, lists, code, comments and tables in any order. */
const pieces = [
  '# Guide\n',
  '\n',
  '- Run `make lint`.\n',
  '```sh\nmake test\n```\n',
  '<!-- note -->\n',
  '| a | b |\n|---|---|\n| 1 | 2 |\n',
  '@AGENTS.md\n',
  '> quoted\n',
  '1. First\n',
  'Text without end',
];
const generated = (): string[] =>
  fc
    .sample(fc.array(fc.constantFrom(...pieces), { maxLength: 30 }), { numRuns: 80, seed: 35 })
    .map((some) => some.join(''));

describe('the block of lessons', () => {
  it('reads as a list between two lines, and is found again', () => {
    const made = withBlock(bytes('# Guide\n'), two);
    assert.equal(
      textOf(made),
      `# Guide

<!-- debrief lessons: begin ${setsIn(titleOf(two))[0]} les_a@1 les_b@3 +1 (made by "debrief lessons sync"; lessons are changed in Debrief) -->
## ${titleOf(two)}

- Use \`t.Parallel()\`.
- In \`src/**\`: Run lint.
<!-- debrief lessons: end -->
`,
    );
    assert.deepEqual(lessonsIn(made as Uint8Array), [
      { lessonId: 'les_a', version: 1 },
      { lessonId: 'les_b', version: 3 },
    ]);
    assert.equal(lessonsIn(bytes('# Guide\n')), undefined);
  });

  for (const [name, text] of Object.entries({
    'an empty file': '',
    'no newline at the end': '# A',
    'one newline': '# A\n',
    'two newlines': '# A\n\n',
    CRLF: '# A\r\nb\r\n',
    'CRLF without an end': '# A\r\nb',
    'a lone CR at the end': '# A\r',
    'a byte order mark': '\uFEFF',
    'a byte order mark and text': '\uFEFF# A\n',
    'front matter': '---\na: 1\n---\n',
  })) {
    it(`comes, comes again and goes: ${name}`, () => {
      const before = bytes(text);
      const once = withBlock(before, two) as Uint8Array;
      assert.ok(!same(before, once));
      assert.ok(same(withBlock(once, two), once), 'a second time changes nothing');
      assert.ok(same(withoutBlock(once), before), 'it goes without a trace');
      assert.ok(same(withBlock(once, []), before), 'no lessons are no block');
      const other = withBlock(once, [lesson('Another.')]) as Uint8Array;
      assert.ok(same(withoutBlock(other), before), 'an update remembers what was before');
      if (text.includes('\r\n')) assert.doesNotMatch(textOf(once), /[^\r]\n/);
    });
  }

  it('of a file that was not there leaves none', () => {
    const made = withBlock(undefined, two) as Uint8Array;
    assert.equal(withoutBlock(made), undefined);
    assert.equal(withBlock(undefined, []), undefined);
    const more = bytes(`${textOf(made)}# Mine\n`);
    assert.equal(textOf(withoutBlock(more)), '# Mine\n');
  });

  it('stays where it is, with what was written around it since', () => {
    const made = textOf(withBlock(bytes('# A'), two));
    const edited = bytes(`# New\n${made}# After\n`);
    const updated = textOf(withBlock(edited, [lesson('Another.')]));
    assert.match(
      updated,
      /^# New\n# A\n\n<!-- [\s\S]*- Another\.\n<!-- debrief lessons: end -->\n# After\n$/,
    );
    assert.equal(textOf(withoutBlock(bytes(updated))), '# New\n# A\n# After\n');
  });

  it('is not touched where it was broken by hand', () => {
    const made = textOf(withBlock(bytes('# A\n'), two));
    for (const broken of [
      made.replace('<!-- debrief lessons: end -->', ''),
      made.replace(/<!-- debrief lessons: begin [^\n]*/, ''),
      made.replace('les_a@1', 'les_a'),
      made.replace('- Use', '<!-- debrief lessons: begin 0\n- Use'),
    ]) {
      assert.throws(() => withBlock(bytes(broken), two), MalformedBlock);
      assert.throws(() => withoutBlock(bytes(broken)), MalformedBlock);
      assert.equal(lessonsIn(bytes(broken)), undefined);
    }
    assert.throws(() => withBlock(Uint8Array.of(0xff, 0xfe, 65, 0), two), MalformedBlock);
  });

  it('two of them, as a merge leaves them, become one', () => {
    const made = textOf(withBlock(bytes('# A\n'), two));
    const doubled = bytes(made + made.slice(made.indexOf('<!--')));
    const mended = withBlock(doubled, two) as Uint8Array;
    assert.equal(textOf(mended), made);
  });

  it('keeps hostile words in, and everything else to the byte', () => {
    fc.assert(
      fc.property(content, lessons, lessons, (before, some, others) => {
        const made = withBlock(before, some) as Uint8Array;
        const binary = Buffer.from(made).toString('latin1');
        assert.ok(binary.startsWith(Buffer.from(before).toString('latin1')));
        assert.ok(same(withoutBlock(made), before));
        assert.ok(same(withBlock(made, some), made));
        const updated = withBlock(made, others) as Uint8Array;
        assert.ok(same(withoutBlock(updated), before));
        const told = lessonsIn(made)?.length ?? 0;
        const block = textOf(made.subarray(before.length));
        if (told === 0) return assert.equal(block, '');
        const lines = block.trim().split(/\r\n|[\n\r\u2028\u2029\u0085\v\f]/);
        const from = lines.findIndex((line) => line.startsWith('<!--'));
        assert.equal(lines.length - from, told + 4, 'a line for each lesson');
        for (const line of lines.slice(from + 3, -1)) {
          assert.match(line, /^- /);
          assert.doesNotMatch(line, /<!--|-->|```|[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('lets no word of it change how Markdown reads what follows', () => {
    const after = '# After\n\nText with [a] and `code`.\n\n<!-- end -->\n';
    const alone = marked.lexer(after);
    fc.assert(
      fc.property(lessons, (some) => {
        const made = textOf(withBlock(undefined, some));
        const tokens = marked.lexer(`${made}${after}`);
        assert.deepEqual(tokens.slice(-alone.length), [...alone]);
        assert.deepEqual(Object.keys(tokens.links), []);
        if (made === '') return;
        // A comment, a heading, a list, a comment: nothing opened that is not closed.
        const kinds = tokens
          .slice(0, -alone.length)
          .map(({ type }) => type)
          .filter((type) => type !== 'space');
        assert.deepEqual(kinds, ['html', 'heading', 'list', 'html']);
      }),
      { numRuns: 2000 },
    );
  });

  it('comes and goes in the instruction files of real projects, and in generated ones', (t) => {
    const real = new Set(realTexts());
    t.diagnostic(`${real.size} real texts`);
    assert.ok(real.size === 0 || real.size >= 50, `${real.size} real ones where they are at hand`);
    for (const text of [...real, ...generated()]) {
      for (const variant of [text, text.trimEnd(), text.replaceAll('\n', '\r\n'), `\uFEFF${text}`]) {
        const before = bytes(variant);
        const made = withBlock(before, two) as Uint8Array;
        assert.ok(textOf(made).startsWith(textOf(before)));
        assert.ok(same(withBlock(made, two), made));
        assert.ok(same(withoutBlock(made), before));
      }
    }
  });
});

describe('the words of a lesson', () => {
  for (const [given, line] of [
    ['Use `t.Parallel()` in every test.', 'Use `t.Parallel()` in every test.'],
    ['a\nb\r\nc\u2028d', 'a b c d'],
    ['<!-- hidden --> x', '< !-- hidden -- > x'],
    ['``` sh', "' sh"],
    ['--- ***', ''],
    ['--no-verify is not used', '--no-verify is not used'],
    ['load @~/.ssh/id and @types/node', 'load `@~/.ssh/id` and `@types/node`'],
    ['mail a@b.example', 'mail a@b.example'],
    ['keep `@types/node`', 'keep `@types/node`'],
    ['one ` loose @x', "one ' loose `@x`"],
    ['[a]: http://x', '[a] : http://x'],
    ['see <details> now', 'see `<details>` now'],
    ['if a < b', 'if a < b'],
    ['\u202eevil\u200b', 'evil'],
    ['Debrief lessons (set 0123456789ab, 1)', 'lessons (set 0123456789ab, 1)'],
    [' \u2800 ', ''],
  ] as const) {
    it(`${JSON.stringify(given)} becomes ${JSON.stringify(line)}`, () => assert.equal(lineOf(given), line));
  }

  it('are told at the start as far as there is room, with a name that says which', () => {
    const many = Array.from({ length: 100 }, (_, index) =>
      lesson('x'.repeat(300), { lessonId: `les_${index}` }),
    );
    const { text, told } = toldAtStart(many);
    assert.ok(text.length <= 7500 && told.length > 20);
    assert.ok(text.startsWith(`${titleOf(told)}: `));
    assert.deepEqual(setsIn(text), setsIn(titleOf(told)));
    assert.deepEqual(toldAtStart([]), { text: '', told: [] });
    assert.deepEqual(toldAtStart([lesson('\n')]), { text: '', told: [] });
  });
});
