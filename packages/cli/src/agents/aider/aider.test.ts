import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMachine } from '../../testing/machine.ts';
import { aider, blocksOf } from './aider.ts';

test('a reply of several paragraphs is one record; prompts and status lines are their own', () => {
  const history = [
    '# aider chat started at 2026-06-01 09:00:00',
    '> Aider v0.86.1',
    '> Model: x',
    '#### Explain',
    'First.',
    '```ts\nconst a = 1;',
    'const b = 2;\n```',
    '> Tokens: 1 sent, 1 received.',
    '#### <blank>',
  ].join('\n\n');
  assert.deepEqual(
    blocksOf(history).map(({ paragraph, said }) => [paragraph, said.split('\n')[0]]),
    [
      [0, '# aider chat started at 2026-06-01 09:00:00'],
      [1, '> Aider v0.86.1'],
      [2, '> Model: x'],
      [3, '#### Explain'],
      [4, 'First.'],
      [7, '> Tokens: 1 sent, 1 received.'],
      [8, '#### <blank>'],
    ],
  );
  assert.equal(blocksOf(history)[4]?.said, 'First.\n\n```ts\nconst a = 1;\n\nconst b = 2;\n```');
});

test('a run that grew while another began was changed lately, and one that did not was not', async () => {
  const machine = await createMachine();
  const path = '.aider.chat.history.md';
  const run = (day: number, said: string) =>
    `# aider chat started at 2026-01-0${day} 00:00:00\n\n#### ${said}\n\n`;
  const changed = async () =>
    (await aider.find(machine.where)).map((source) => source.modifiedAt > Date.parse('2026-02-01'));
  await machine.write(path, run(1, 'one') + run(2, 'two'));
  assert.deepEqual(await changed(), [false, true]);
  await machine.write(path, run(1, 'one') + run(2, 'two, and more') + run(3, 'three'));
  assert.deepEqual(await changed(), [false, true, true]);
  await machine.remove();
});
