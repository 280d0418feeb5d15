import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SecretSource } from './source.ts';
import { strikeOutput } from './strike.ts';

const value: SecretSource = { rule: 'op-read', prints: 'value', isAlone: true };
const settings: SecretSource = { rule: 'env', prints: 'settings', isAlone: true };

function struck(output: string, source: SecretSource): { text: string; secrets: string[] } {
  const secrets: string[] = [];
  const text = strikeOutput(output, source, (secret, rule) => {
    secrets.push(secret);
    return `<${rule}>`;
  });
  return { text, secrets };
}

test('the whole output is the value, several lines together', () => {
  assert.deepEqual(struck('geheim\n', value), { text: '<op-read>\n', secrets: ['geheim'] });
  assert.deepEqual(struck('one\ntwo\n', value), { text: '<op-read>\n', secrets: ['one\ntwo'] });
  assert.deepEqual(struck('  \n', value), { text: '  \n', secrets: [] });
});

test('what agents write around an output stays', () => {
  const codex = 'Exit code: 0\nWall time: 0.4 seconds\nOutput:\ngeheim\n';
  assert.equal(struck(codex, value).text, 'Exit code: 0\nWall time: 0.4 seconds\nOutput:\n<op-read>\n');
  const gemini = 'Command: op read x\nDirectory: (root)\nOutput: geheim\nError: (none)\nExit Code: 0';
  assert.equal(
    struck(gemini, value).text,
    'Command: op read x\nDirectory: (root)\nOutput: <op-read>\nError: (none)\nExit Code: 0',
  );
  assert.equal(struck('<stdout>geheim</stdout>', value).text, '<stdout><op-read></stdout>');
});

test('a message instead of the value stays, unless a value is in it', () => {
  for (const message of [
    'bash: op: command not found',
    '[ERROR] You are not currently signed in.',
    'Error from server (NotFound): secrets "db" not found',
  ])
    assert.equal(struck(message, value).text, message);
  assert.equal(struck('error: token 8sQv2LmXr4TzBn6KdWc0 is bad', value).text, '<op-read>');
});

test('beside other commands, sentences stay', () => {
  const among = { ...value, isAlone: false };
  assert.equal(
    struck('All five tests have passed.\ngeheim\n', among).text,
    'All five tests have passed.\n<op-read>\n',
  );
  assert.equal(struck('All five tests have passed.\ngeheim\n', value).text, '<op-read>\n');
});

test('JSON keeps its shape, and what stands beside the value', () => {
  const answer = {
    ARN: 'arn:aws:x',
    Name: 'db',
    SecretString: '{"username":"ada","password":"geheim"}',
    Version: 2,
  };
  assert.deepEqual(JSON.parse(struck(JSON.stringify(answer), value).text), {
    ...answer,
    SecretString: '{"username":"ada","password":"<op-read>"}',
  });
  assert.deepEqual(struck(JSON.stringify(answer), value).secrets, ['geheim']);
});

test('of settings only those with the name of a secret go', () => {
  const { text, secrets } = struck(
    'HOME=/root\nAPI_TOKEN=abcd\nDB_PASSWORD="x y z"\nTOKEN_FILE=/run/x\nDEBUG_TOKEN=true\n',
    settings,
  );
  assert.equal(
    text,
    'HOME=/root\nAPI_TOKEN=<env>\nDB_PASSWORD="<env>"\nTOKEN_FILE=/run/x\nDEBUG_TOKEN=true\n',
  );
  assert.deepEqual(secrets, ['abcd', 'x y z']);
  assert.equal(struck('PATH=/bin\0API_KEY=winter\0', settings).text, 'PATH=/bin\0API_KEY=<env>\0');
  const outputs = {
    db_password: { sensitive: true, value: 'winter' },
    url: { value: 'https://a' },
    pair: { name: 'API_KEY', value: 'lake' },
  };
  assert.deepEqual(JSON.parse(struck(JSON.stringify(outputs), settings).text), {
    ...outputs,
    db_password: { sensitive: true, value: '<env>' },
    pair: { name: 'API_KEY', value: '<env>' },
  });
});
