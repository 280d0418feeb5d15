import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isWithin } from '../../../../scripts/test/slowness.ts';
import { checksIn } from './offer-check.ts';

const checkOf = (said: string): string | undefined => checksIn(said)[0]?.text;

describe('checks that sentences of instructions could be', () => {
  it('are what rules could be, and what only shows when one counts', () => {
    const table: [said: string, check: string | undefined][] = [
      ['Run `make lint` before every commit.', 'when commit unless ran "make lint" since the last edit'],
      [
        '- **Always** use `t.Parallel()` in tests.',
        'when new "func Test" in "*_test.go" unless has "t.Parallel()"',
      ],
      [
        'Every test must call `t.Parallel()` first.',
        'when new "func Test" in "*_test.go" unless has "t.Parallel()"',
      ],
      ['Never call `t.Parallel()` in tests.', undefined],
      ['Use `pnpm install` instead of `npm install`.', 'use "pnpm install" instead of "npm install"'],
      ['In Go use `errors.Is(` rather than `err ==`.', 'use "errors.Is(" instead of "err ==" in "*.go"'],
      ['After changing code run `make fmt`.', 'when done unless ran "make fmt" since the last edit'],
      [
        'Run `bun run test` before you say that it is done.',
        'when done unless ran "bun run test" since the last edit',
      ],
      ['Never use `console.log(` in TypeScript files.', 'when new "console.log(" in "*.ts"'],
      ['Do not edit files under `db/migrations`.', 'when edit "db/migrations"'],
      ['Never push to main.', 'when push to "main"'],
      ['Prefer early returns to reduce nesting.', undefined],
      ['Keep functions focused and single-purpose.', undefined],
      ['After a release the page at `docs/index.md` tells about it.', undefined],
    ];
    for (const [said, check] of table) assert.equal(checkOf(said), check, said);
  });

  it('tell the sentence, its line as it stands in the file, and where', () => {
    assert.deepEqual(checksIn('# Rules\n\n  - Always use `t.Parallel()` in tests. Be kind to people.\n'), [
      {
        said: 'Always use `t.Parallel()` in tests.',
        text: 'when new "func Test" in "*_test.go" unless has "t.Parallel()"',
        line: '- Always use `t.Parallel()` in tests. Be kind to people.',
        at: 3,
      },
    ]);
    assert.deepEqual(checksIn('```\nRun `make lint` before every commit.\n```'), []);
  });

  it('are so many at most, and take no longer for a text made to hang them', () => {
    const many = Array.from({ length: 300 }, (_, at) => `Run \`make lint${at}\` before every commit.`).join(
      '\n',
    );
    assert.equal(checksIn(many).length, 40);
    for (const hostile of [
      'use `a'.repeat(8000),
      'never use `'.repeat(8000),
      'before '.repeat(8000),
      '`'.repeat(40_000),
    ]) {
      const begun = performance.now();
      checksIn(hostile);
      checksIn(hostile.replaceAll(' ', ' \n'));
      assert.ok(isWithin(performance.now() - begun, 500), hostile.slice(0, 20));
    }
  });
});
