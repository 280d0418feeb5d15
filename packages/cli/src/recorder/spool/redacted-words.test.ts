import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { redactedForm, redactedScope } from '@debrief/redaction';
import { createRedaction } from '../read/redact.ts';
import { checkedWords, openRedactedMemory } from './redacted-words.ts';

const key = 'k'.repeat(43);
const formsOf = (text: string) => [redactedForm(key, text)];
const told = () => ({
  key,
  revision: '1-abc',
  words: [
    { forms: formsOf('struck in all sessions') },
    { scope: redactedScope(key, 'one'), forms: formsOf('Anna') },
  ],
});

describe('what the server says was redacted', () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'debrief-words-'));
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  it('is not sent again, in the sessions it is meant for, also after a restart', () => {
    openRedactedMemory(directory).take(told());
    assert.equal(statSync(join(directory, 'redacted-words.json')).mode & 0o777, 0o600);
    const redacted = openRedactedMemory(directory);
    assert.equal(redacted.revision(), '1-abc');
    const redaction = createRedaction('key', {}, { redacted });
    const record = { type: 'user', text: 'Anna was struck in all sessions' };
    const clean = (externalId: string) => redaction.clean([record], 10, 'source', externalId)[0];
    assert.deepEqual(clean('one'), {
      record: { type: 'user', text: '[REDACTED:manual] was [REDACTED:manual]' },
      rules: { manual: 2 },
    });
    assert.deepEqual(clean('two'), {
      record: { type: 'user', text: 'Anna was [REDACTED:manual]' },
      rules: { manual: 1 },
    });
  });

  it('is left as it was when the answer is none of a Debrief server', () => {
    const redacted = openRedactedMemory(directory);
    redacted.take(told());
    const [form] = formsOf('some words');
    const hostile: unknown[] = [
      undefined,
      null,
      7,
      [],
      { ...told(), key: 'short' },
      { ...told(), revision: '../x' },
      { ...told(), words: {} },
      { ...told(), words: [null] },
      { ...told(), words: [{ forms: [{ ...form, length: 1e9 }] }] },
      { ...told(), words: [{ forms: [{ ...form, length: 3, at: 0 }] }] },
      { ...told(), words: [{ forms: [{ ...form, at: 9 }] }] },
      { ...told(), words: [{ forms: [{ ...form, mac: 'x' }] }] },
      { ...told(), words: [{ scope: 1, forms: [] }] },
      { ...told(), words: Array.from({ length: 1001 }, () => ({ forms: [] })) },
      { ...told(), words: [{ forms: Array.from({ length: 17 }, () => form) }] },
    ];
    for (const answer of hostile) {
      assert.equal(checkedWords(answer), undefined, JSON.stringify(answer)?.slice(0, 100));
      redacted.take(answer);
    }
    assert.equal(redacted.revision(), '1-abc');
    writeFileSync(join(directory, 'redacted-words.json'), '{"torn');
    assert.equal(openRedactedMemory(directory).revision(), undefined);
  });
});
