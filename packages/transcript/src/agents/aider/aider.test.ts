import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isBalanced, readAll } from '../../testing/read-all.ts';
import { records } from './fixture.ts';

test('a run: model, prompt, reply, and tokens in Aider’s own words', () => {
  const { told, summary, accounting } = readAll('aider', records);
  assert.deepEqual(told, [
    'notice started: 2026-06-01 09:00:00',
    'notice output: Aider v0.86.1\nMain model: gpt-5.5 with diff edit format',
    'prompt Fix the build',
    'reply Done.',
    'notice output: Tokens: 1.2k sent, 30 received.',
  ]);
  assert.deepEqual(
    summary.models.map(({ model, tokens: { input, output } }) => [model, input, output]),
    [['gpt-5.5', 1200, 30]],
  );
  assert.ok(isBalanced(accounting));
});

test('an empty line is no prompt and names no session; a prompt keeps its lines; commands are commands', () => {
  const { told, summary } = readAll('aider', [
    '#### <blank>',
    '#### /add a.ts  ',
    '#### Mend it:  \n####  \n#### - and test it',
    '> Tokens: 2k sent, 1k cache write, 3M cache hit, 10 received. Cost: $0.02 message, $0.30 session.',
    '> ^C again to exit',
  ]);
  assert.deepEqual(told.slice(0, 2), ['prompt (command) /add a.ts', 'prompt Mend it:\n\n- and test it']);
  assert.equal(told.at(-1), 'interruption ^C again to exit');
  assert.equal(summary.title, 'Mend it and test it');
  const { input, output, cacheRead, cacheWrite } = summary.usage;
  assert.deepEqual(
    [input, output, cacheRead, cacheWrite, summary.cost.total],
    [2000, 10, 3_000_000, 1000, 0.02],
  );
});

test('what the provider refuses is an error; a sentence that names it is not', () => {
  const { told } = readAll('aider', [
    '> litellm.RateLimitError: busy',
    '> The API provider is overloaded.\n> Retrying in 0.2 seconds...',
    '> This uses litellm. Retrying in vain is not a thing.',
  ]);
  assert.deepEqual(told, [
    'error litellm.RateLimitError: busy',
    'error The API provider is overloaded.\nRetrying in 0.2 seconds...',
    'notice output: This uses litellm. Retrying in vain is not a thing.',
  ]);
});
