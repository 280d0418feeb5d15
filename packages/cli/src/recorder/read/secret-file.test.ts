import assert from 'node:assert/strict';
import { it } from 'node:test';
import { secretFileTag, withoutSecretFiles } from './secret-file.ts';

it('drops what was read from files that hold secrets by trade, in both places', () => {
  const record = {
    type: 'user',
    message: {
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: 't', content: '1\tPASS=hunter2' }],
    },
    toolUseResult: {
      type: 'text',
      file: { filePath: '/src/app/.env', content: 'PASS=hunter2', numLines: 1 },
    },
  };
  const before = structuredClone(record);
  const { record: clean, found } = withoutSecretFiles(record);
  assert.equal(found, 1);
  assert.ok(!JSON.stringify(clean).includes('hunter2'));
  assert.ok(JSON.stringify(clean).includes('/src/app/.env'));
  assert.deepEqual(record, before);
});

it('drops what an agent writes into them, and leaves everything else the same object', () => {
  const call = {
    type: 'tool_use',
    name: 'Write',
    input: { file_path: 'C:\\keys\\id_rsa', content: 'x'.repeat(50) },
  };
  assert.deepEqual(withoutSecretFiles(call).record, {
    ...call,
    input: { ...call.input, content: secretFileTag },
  });
  const plain = {
    input: { file_path: '/src/app.ts', content: 'const env = 1' },
    list: [1, { path: '.env.example', text: 'A=' }],
  };
  assert.equal(withoutSecretFiles(plain).record, plain);
});
