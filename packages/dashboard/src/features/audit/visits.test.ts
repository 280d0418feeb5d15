import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AuditEntry } from '@debrief/contract';
import { visitsOf } from './visits.ts';

const entry = (minute: number, more: Partial<AuditEntry> = {}): AuditEntry => ({
  auditId: `aud_${minute}`,
  at: new Date(Date.UTC(2026, 0, 5, 9, minute)).toISOString(),
  action: 'session_read',
  outcome: 'ok',
  actorId: 'usr_ada',
  targetId: 'ses_1',
  ...more,
});
const shown = (entries: AuditEntry[]) =>
  visitsOf(entries).map(({ entry: { auditId }, channels }) => [auditId, channels.join()]);

test('what a page asks for of a session is one line, with all that was shown', () => {
  const page = [
    entry(9, { channel: 'stream' }),
    entry(8, { channel: 'brief' }),
    entry(8, { channel: 'brief' }),
    entry(7, { channel: 'session' }),
  ];
  assert.deepEqual(shown(page), [['aud_9', 'session,brief,stream']]);
});

test('other people, other sessions, other deeds and another hour are lines of their own, also in between', () => {
  const log = [
    entry(90, { channel: 'find' }),
    entry(45, { channel: 'session' }),
    entry(44, { actorId: 'usr_bo', channel: 'session' }),
    entry(43, { targetId: 'ses_2', channel: 'session' }),
    entry(42, { action: 'session_renamed' }),
    entry(41, { channel: 'brief' }),
    entry(20, { channel: 'brief' }),
  ];
  assert.deepEqual(shown(log), [
    ['aud_90', 'brief,session,find'],
    ['aud_44', 'session'],
    ['aud_43', 'session'],
    ['aud_42', ''],
    ['aud_20', 'brief'],
  ]);
});
