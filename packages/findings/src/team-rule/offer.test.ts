import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isWithin } from '../../../../scripts/test/slowness.ts';
import { offersIn } from './offer.ts';
import { parseTeamRule } from './parse.ts';

const table: readonly (readonly [said: string, rule: string | undefined])[] = [
  ['Run `make lint` before every commit.', 'when commit unless ran "make lint" since the last edit'],
  ['- Always run `npm test` before committing', 'when commit unless ran "npm test" since the last edit'],
  ['Before you commit, run `cargo clippy`.', 'when commit unless ran "cargo clippy" since the last edit'],
  ['Before pushing, execute `just ci`.', 'when push unless ran "just ci" since the last edit'],
  ['Never commit without running `make check`.', 'when commit unless ran "make check" since the last edit'],
  [
    'All tests must pass before you open a pull request.',
    'when push unless tests passed since the last edit',
  ],
  ['Make sure the tests pass before committing.', 'when commit unless tests passed since the last edit'],
  ['**Do not edit** files under `db/migrations/`.', 'when edit "db/migrations/"'],
  ['Never modify existing migrations in `db/migrate/**`.', 'when edit existing "db/migrate/"'],
  ['Do not touch src/generated/ by hand.', 'when edit "src/generated/"'],
  ['Never delete anything in `fixtures/`.', 'when delete "fixtures/"'],
  ['Don’t add files to `vendor/`.', 'when new file "vendor/"'],
  ['Do not run `npm publish`.', 'when command "npm publish"'],
  ['Never use `git push --force`.', 'when command "git push --force"'],
  ['Use pnpm instead of `npm`.', 'when command "npm"'],
  ['Never push to main.', 'when push to "main"'],
  ['Do not commit unless you are asked to.', 'when commit unless asked "commit"'],
  ['We use Vitest for tests.', undefined],
  ['Run `npm test` to run the tests.', undefined],
  ['Do not use `any`.', undefined],
  ['Avoid editing code that you do not understand.', undefined],
  ['Run `echo "x"` before every commit.', undefined],
];

describe('rules that a file of instructions offers', () => {
  for (const [said, rule] of table)
    it(JSON.stringify(said), () => {
      const offers = offersIn(said);
      assert.deepEqual(
        offers.map(({ text }) => text),
        rule === undefined ? [] : [rule],
      );
      for (const offer of offers) parseTeamRule(offer.text);
    });

  it('reads no code, offers each once, and twenty at most', () => {
    const file = [
      '# Rules',
      '```',
      'Never push to main.',
      '```',
      'Never push to main.',
      '> Never push to main.',
    ];
    assert.deepEqual(offersIn(file.join('\n')), [
      {
        said: 'Never push to main.',
        text: 'when push to "main"',
        title: 'Push to main',
        sentence: 'Pushed straight to main.',
      },
    ]);
    const many = Array.from({ length: 500 }, (_, index) => `Do not edit \`src/a${index}.ts\`.`).join('\n');
    assert.equal(offersIn(many).length, 20);
  });

  it('reads hostile text in bounded time, and keeps what it offers short', () => {
    const begun = performance.now();
    for (const piece of ['never ', 'do not edit `', 'before commit run ', '`a/', 'x/x/x/x/', 'push to '])
      offersIn(`${piece.repeat(200)}\n`.repeat(5000));
    assert.ok(isWithin(performance.now() - begun, 1000));
    const [offer] = offersIn(`Do not edit \`${'a/'.repeat(4)}x.ts\` ${'because '.repeat(30)}.`);
    assert.ok((offer?.said.length ?? 0) <= 200 && (offer?.title.length ?? 0) <= 80);
  });
});
