import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createReader } from './index.ts';
import { entryToText } from './text.ts';

const thought = (agentId: string, ...payloads: unknown[]) => {
  const reader = createReader(agentId);
  reader.feed(payloads.map((payload, index) => ({ sequence: index + 1, eventType: 'x', payload })));
  return reader.entries.filter((entry) => entry.kind === 'thinking');
};

/** A thought of each agent that records thoughts in a block, as its files have it. */
const records: Record<string, (words: string) => unknown> = {
  'claude-code': (thinking) => ({
    type: 'assistant',
    uuid: 'u',
    message: { role: 'assistant', content: [{ type: 'thinking', thinking, signature: 'x' }] },
  }),
  pi: (thinking) => ({
    type: 'message',
    id: 'm',
    message: { role: 'assistant', content: [{ type: 'thinking', thinking }] },
  }),
  'qwen-code': (text) => ({
    type: 'assistant',
    uuid: 'u',
    message: { role: 'model', parts: [{ text, thought: true }] },
  }),
  amp: (thinking) => ({
    role: 'assistant',
    messageId: 1,
    content: [{ type: 'thinking', thinking, signature: 'x' }],
  }),
  goose: (thinking) => ({
    id: 'g',
    role: 'assistant',
    created_timestamp: 1,
    content: [{ type: 'thinking', thinking, signature: 'x' }],
  }),
  'copilot-cli': (content) => ({ type: 'assistant.reasoning', id: 'r', data: { content } }),
};

for (const [agentId, recordOf] of Object.entries(records)) {
  test(`${agentId}: a thought without words says that it was not recorded; one with words is shown`, () => {
    for (const blank of ['', ' ', '\n\t \n']) {
      const [entry, ...more] = thought(agentId, recordOf(blank));
      assert.deepEqual(more, []);
      // Some agents' blank thoughts are no entry at all; none is an empty block.
      if (!entry) continue;
      assert.deepEqual([entry.text, entry.hidden], ['', true], JSON.stringify(blank));
      assert.match(entryToText(entry), /^THINKING\n {2}\(not recorded\)$/);
    }
    const [entry] = thought(agentId, recordOf(' Look first.\n'));
    assert.ok(entry, 'a thought with words is an entry');
    assert.equal(entry.text.trim(), 'Look first.');
    assert.equal('hidden' in entry, false);
  });
}

test('the words of a thought may come later: then it was recorded', () => {
  const part = (text: string) => ({ id: 'p', messageID: 'm', sessionID: 's', type: 'reasoning', text });
  const [entry, ...more] = thought('opencode', part(''), part('Look first.'));
  assert.deepEqual(more, []);
  assert.ok(entry);
  assert.deepEqual([entry.text, entry.hidden], ['Look first.', undefined]);
  assert.match(entryToText(entry), /^THINKING\n {2}Look first\.$/);
});
