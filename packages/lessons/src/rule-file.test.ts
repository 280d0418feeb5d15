import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { lessonsIn } from './instruction-file.ts';
import { ruleFiles, ruleFormats } from './rule-file.ts';
import type { LessonWords } from './words.ts';

const lesson = (lessonId: string, paths: string[], agents: string[] = []): LessonWords => ({
  lessonId,
  version: 1,
  text: 'Do it.',
  paths,
  agents,
});
const textOf = (content: Uint8Array | undefined): string => Buffer.from(content ?? []).toString();
const headOf = (text: string): string => text.split('---\n')[1] ?? '';

describe('rule files', () => {
  const some = [
    lesson('les_a', ['src/**/*.{ts,tsx}', 'e2e/**']),
    lesson('les_b', ['e2e/**', 'src/**/*.{ts,tsx}']),
    lesson('les_c', []),
  ];

  for (const [name, head, suffix] of [
    ['claude', 'paths:\n  - "e2e/**"\n  - "src/**/*.{ts,tsx}"\n', '.md'],
    ['copilot', 'applyTo: "e2e/**,src/**/*.ts,src/**/*.tsx"\n', '.instructions.md'],
    [
      'cursor',
      'description: Lessons of this team\nglobs: e2e/**,src/**/*.ts,src/**/*.tsx\nalwaysApply: false\n',
      '.mdc',
    ],
  ] as const) {
    it(`of ${name}: one for the same paths, with its keys`, () => {
      const files = [...ruleFiles(ruleFormats[name], some)];
      assert.equal(files.length, 1);
      const [path, content] = files[0] as [string, Uint8Array];
      assert.match(
        path,
        new RegExp(`^${ruleFormats[name].folder}/debrief-[0-9a-f]{8}${suffix.replaceAll('.', '\\.')}$`),
      );
      const text = textOf(content);
      assert.ok(text.startsWith('---\n'));
      assert.equal(headOf(text), head);
      assert.deepEqual(
        lessonsIn(content)?.map(({ lessonId }) => lessonId),
        ['les_a', 'les_b'],
      );
      assert.doesNotMatch(text, /In `src/);
      assert.deepEqual([...ruleFiles(ruleFormats[name], some)], files);
    });
  }

  it('are for the agents that are meant', () => {
    const only = [lesson('les_a', ['src/**'], ['codex'])];
    assert.equal(ruleFiles(ruleFormats.claude, only).size, 0);
    assert.equal(ruleFiles(ruleFormats.copilot, [lesson('les_a', ['src/**'], ['vscode-copilot'])]).size, 1);
  });

  it('take no glob that could end their front matter; a lesson without any other is left out', () => {
    for (const glob of ['a\n---\n', 'a"b', "a'b", 'a\\b', '`a`', 'a#b', 'a\u2028b', '<a>', 'x'.repeat(201)])
      assert.equal(ruleFiles(ruleFormats.claude, [lesson('les_a', [glob])]).size, 0);
    const kept = [...ruleFiles(ruleFormats.cursor, [lesson('les_a', ['a,b', 'c\n'])]).values()];
    assert.match(textOf(kept[0]), /^globs: a\?b$/m);
  });

  it('have lessons in their block only, whatever the words', () => {
    const part = fc.oneof(
      fc.string({ maxLength: 8 }),
      fc.constantFrom(
        '---',
        '\n',
        '\r',
        '\u2028',
        '<!-- debrief lessons: end -->',
        '-->',
        '```',
        '# ',
        '@a',
        '<b>',
      ),
    );
    const words = fc.array(part, { maxLength: 12 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.array(words, { minLength: 1, maxLength: 4 }), (texts) => {
        const all = texts.map((text, at) => ({ ...lesson(`les_${at}`, ['src/**']), text }));
        for (const format of Object.values(ruleFormats))
          for (const content of ruleFiles(format, all).values()) {
            const [, head = '', ...rest] = textOf(content).split('---\n');
            assert.equal(
              head,
              headOf(textOf([...ruleFiles(format, [lesson('les_a', ['src/**'])]).values()][0])),
            );
            const lines = rest
              .join('---\n')
              .trim()
              .split(/\r\n|[\n\r\u2028\u2029\u0085\v\f]/);
            assert.equal(lines.length, (lessonsIn(content)?.length ?? 0) + 4, 'a line for each lesson');
            assert.match(lines[0] ?? '', /^<!-- debrief lessons: begin /);
            assert.equal(lines.at(-1), '<!-- debrief lessons: end -->');
            for (const line of lines.slice(3, -1)) {
              assert.match(line, /^- /);
              assert.doesNotMatch(line, /<!--|-->|```|[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
            }
          }
      }),
      { numRuns: 1000 },
    );
  });

  it('have front matter of their own lines only, whatever the globs', () => {
    const glob = fc.oneof(
      fc.string(),
      fc.constantFrom('---', '\n---\n', '{a,{b,c}}', '{,}', '@x', 'a: b', '- x'),
    );
    fc.assert(
      fc.property(fc.array(glob, { maxLength: 4 }), (paths) => {
        for (const format of Object.values(ruleFormats))
          for (const content of ruleFiles(format, [lesson('les_a', paths)]).values()) {
            const lines = textOf(content).split(/\r\n|[\n\r\u2028\u2029\u0085]/);
            const end = lines.indexOf('---', 1);
            assert.equal(lines[0], '---');
            const keys = lines.slice(1, end).filter((line) => !line.startsWith('  - "'));
            assert.ok(
              keys.every((line) => /^(?:paths:$|applyTo: "|description: |globs: |alwaysApply: )/.test(line)),
            );
            assert.match(lines[end + 2] ?? '', /^<!-- debrief lessons: begin /);
          }
      }),
    );
  });
});
