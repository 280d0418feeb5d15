import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readAll } from '../../testing/read-all.ts';
import { user } from './fixture.ts';

test('what the harness says in the user’s voice is no prompt', () => {
  const { told, summary } = readAll('claude-code', [
    user('<local-command-caveat>Caveat: …</local-command-caveat>', { isMeta: true }),
    user('<command-name>/model</command-name><command-args>opus</command-args>'),
    user('<local-command-stdout>Set model to \u001b[1mOpus\u001b[22m</local-command-stdout>'),
    user('<bash-input>ls</bash-input>'),
    user('<system-reminder>be good</system-reminder>'),
    user('<ide_opened_file>a.ts</ide_opened_file>\nExplain this'),
    user('do more', { promptSource: 'queued' }),
    user('ping', { origin: { kind: 'teammate' } }),
    user([
      { type: 'text', text: 'see' },
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } },
    ]),
  ]);
  assert.deepEqual(told, [
    'notice context: <local-command-caveat>Caveat: …</local-command-caveat>',
    'prompt (command) /model opus',
    'notice command output: Set model to Opus',
    'prompt (command) !ls',
    'notice context: <system-reminder>be good</system-reminder>',
    'notice context: <ide_opened_file>a.ts</ide_opened_file>',
    'prompt Explain this',
    'prompt (queued) do more',
    'notice message from teammate: ping',
    'prompt see',
  ]);
  assert.equal(summary.title, 'Explain this');
});
