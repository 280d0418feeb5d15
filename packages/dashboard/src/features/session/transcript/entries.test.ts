import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Entry } from '@debrief/transcript';
import { isBlank } from './entries.ts';

const entry = (part: object): Entry => ({ id: 'e', sequences: [1], ...part }) as Entry;

test('a thought or a reply without words shows nothing; everything else is shown', () => {
  for (const text of ['', ' ', '\n\t']) {
    assert.equal(isBlank(entry({ kind: 'thinking', text, hidden: true })), true);
    assert.equal(isBlank(entry({ kind: 'reply', text })), true);
    assert.equal(isBlank(entry({ kind: 'reply', text, attachments: [{ kind: 'image' }] })), false);
    assert.equal(isBlank(entry({ kind: 'prompt', text })), false);
  }
  assert.equal(isBlank(entry({ kind: 'thinking', text: 'Look first.' })), false);
  assert.equal(isBlank(entry({ kind: 'reply', text: 'Done.' })), false);
});
