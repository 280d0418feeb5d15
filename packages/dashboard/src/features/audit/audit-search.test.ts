import assert from 'node:assert/strict';
import { it } from 'node:test';
import { readAuditSearch } from './audit-search.ts';

it('takes person, deed and time from the address, and nothing else', () => {
  assert.deepEqual(readAuditSearch({ actor: 'usr_1', action: 'session.read', days: 7, cursor: 'x' }), {
    actor: 'usr_1',
    action: 'session.read',
    days: 7,
  });
  assert.deepEqual(readAuditSearch({ actor: 7, action: ['a'], days: 8 }), {});
  assert.deepEqual(readAuditSearch({ actor: '', days: '7' }), {});
  assert.deepEqual(readAuditSearch({ actor: 'u'.repeat(300) }), { actor: 'u'.repeat(100) });
});
