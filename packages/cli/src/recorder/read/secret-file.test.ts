import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { commandRecords } from '../../testing/command-records.ts';
import { SecretFiles, secretFileTag } from './secret-file.ts';

const striking = () => ({ strike: (output: string) => output, learn() {} });
const strip = (record: unknown) => new SecretFiles(striking()).strip(record);
/** All records of one source, one after the other; what is left of them as text. */
const stripAll = (records: unknown[]): string => {
  const files = new SecretFiles(striking());
  return JSON.stringify(records.map((record) => files.strip(record, 'source').record));
};
const output = 'DB_URL=geheim\nNAME=geheim';

describe('files that hold secrets by trade', () => {
  it('drops what was read from them, in both places', () => {
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
    const { record: clean, found } = strip(record);
    assert.deepEqual(found, { 'secret-file': 1 });
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
    assert.deepEqual(strip(call).record, { ...call, input: { ...call.input, content: secretFileTag } });
    const edit = {
      type: 'tool_use',
      id: 'e',
      input: { file_path: '.env', old_string: 'A=geheim', new_string: 'A=neu' },
    };
    assert.ok(!/geheim|neu/.test(JSON.stringify(strip(edit).record)));
    const plain = {
      input: { file_path: '/src/app.ts', content: 'const env = 1' },
      list: [1, { path: '.env.example', text: 'A=' }],
    };
    assert.equal(strip(plain).record, plain);
  });

  for (const [agent, records] of Object.entries(commandRecords)) {
    it(`drops what a shell command read from them: ${agent}`, () => {
      for (const command of [
        'cat .env',
        'cd app && head -3 ./.env | tail -1',
        'git show HEAD:.env',
        'base64 < ~/.ssh/id_ed25519',
      ])
        assert.ok(!stripAll(records(command, output)).includes('geheim'), command);
      // Everything else stays as it was.
      for (const command of ['cat .env.example', 'ls -la .env', 'npm test', 'grep process.env src']) {
        const made = records(command, output);
        assert.equal(stripAll(made), JSON.stringify(made), command);
      }
    });
  }

  it('drops what a command writes into them, and keeps the command', () => {
    const command = 'cat > .env <<EOF\nTOKEN=geheim\nEOF\necho done';
    const { record, found } = strip({ type: 'tool_use', id: 't', input: { command } });
    assert.deepEqual(found, { 'secret-file': 1 });
    assert.deepEqual(record, {
      type: 'tool_use',
      id: 't',
      input: { command: `cat > .env <<EOF\n${secretFileTag}\nEOF\necho done` },
    });
  });

  it('drops what tools for files and for search found, and changes by path', () => {
    const records = [
      { message: { content: [{ type: 'tool_use', id: 'r', name: 'Read', input: { file_path: '.env' } }] } },
      { message: { content: [{ type: 'tool_result', tool_use_id: 'r', content: output }] } },
      {
        message: {
          content: [
            { type: 'tool_use', id: 's', name: 'Grep', input: { pattern: 'A', path: '.', glob: '.env*' } },
          ],
        },
      },
      { message: { content: [{ type: 'tool_result', tool_use_id: 's', content: output }] } },
      {
        payload: {
          type: 'patch_apply_begin',
          call_id: 'p',
          changes: { '/app/.env': { add: { content: output } } },
        },
      },
    ];
    const left = stripAll(records);
    assert.ok(!left.includes('geheim'));
    assert.ok(left.includes('/app/.env'));
  });

  it('knows a file by the key of a record only where the key is a path', () => {
    const kept = { 'a.b': { content: output }, id_rsa: { content: output }, 'src/a.ts': { content: output } };
    assert.deepEqual(strip(kept).found, {});
    for (const path of ['.env', 'a.pem', 'keys/id_rsa', 'C:\\keys\\id_rsa'])
      assert.ok(!JSON.stringify(strip({ [path]: { content: output } }).record).includes('geheim'), path);
  });

  it('judges a command of VS Code by every form it was kept in', () => {
    const records = (commandLine: object) => [
      { toolCallId: 'v1', toolSpecificData: { commandLine } },
      { toolCallResults: { v1: { content: [{ value: output }] } } },
    ];
    for (const commandLine of [{ original: 'cat .env' }, { original: 'ls', userEdited: 'cat .env' }])
      assert.ok(!stripAll(records(commandLine)).includes('geheim'), JSON.stringify(commandLine));
    const plain = records({ original: 'npm test', toolEdited: 'npm test -- a', isBackground: false });
    assert.equal(stripAll(plain), JSON.stringify(plain));
  });

  it('forgets an id that is used again, and keeps sources apart', () => {
    const files = new SecretFiles(striking());
    const call = (command: string) => ({
      tool_calls: [{ id: 'Shell:0', function: { arguments: JSON.stringify({ command }) } }],
    });
    const result = { tool_call_id: 'Shell:0', content: output };
    files.strip(call('cat .env'), 'one');
    assert.deepEqual(files.strip(result, 'two').found, {});
    assert.deepEqual(files.strip(result, 'one').found, { 'secret-file': 1 });
    files.strip(call('npm test'), 'one');
    assert.deepEqual(files.strip(result, 'one').found, {});
  });

  it('reads hostile records in linear time', () => {
    let deep: unknown = { command: 'cat .env' };
    for (let i = 0; i < 10_000; i++) deep = { id: `${i}`, input: deep };
    assert.deepEqual(strip(deep).found, {});
    const many = Array.from({ length: 20_000 }, (_, i) => ({
      id: `${i}`,
      input: { command: 'cat .env' },
      output,
    }));
    assert.ok(!JSON.stringify(strip(many).record).includes('geheim'));
  });
});
