import assert from 'node:assert/strict';
import { it } from 'node:test';
import { isNamed, namesIn } from './names.ts';

const shows = (script: string, output: string, ...words: string[]): boolean[] =>
  words.map((word) => isNamed(namesIn(script, output), word));

it('a run names the words of its command and of its output, taken apart', () => {
  const script = 'docker compose exec app npx playwright test --project=chromium OrderTotalTest';
  assert.deepEqual(
    shows(script, '  7 passed (9.8s)', 'docker', 'chromium', 'order', 'ordertotaltest', '7', 'firefox', '70'),
    [true, true, true, true, true, false, false],
  );
});

it('what a command says of itself, and what a line calls left out, is not named', () => {
  assert.deepEqual(shows('npm test # on Windows\necho "green on macOS"', 'ok', 'window', 'macos', 'npm'), [
    ...[false, false, true],
  ]);
  const tox = 'py310: OK (9.8 seconds)\n  py312: SKIP (0.2 seconds)\nenv py312 again';
  assert.deepEqual(shows('tox', tox, '310', '312'), [true, false]);
});

it('of a long output the end comes first, and only so much is kept', () => {
  const output = `${Array.from({ length: 5000 }, (_, at) => `word${String.fromCharCode(97 + (at % 26))}${at}`).join(' ')} the end`;
  const names = namesIn('npm test', output);
  assert.ok(names.length <= 600);
  assert.ok(isNamed(names, 'npm'));
});
