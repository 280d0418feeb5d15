import { readFileSync } from 'node:fs';
import { createFindingsFold } from '@debrief/findings';
import { type Check, type CheckedSession, checkSession } from '@debrief/lessons';
import { createFold } from '@debrief/transcript';

/** How checks come out in a file of records, read as the server reads it. */
export function productCount(file: string, agent: string, checks: readonly Check[]): CheckedSession[] {
  const findings = createFindingsFold({ agent, facts: () => fold.facts() });
  const fold = createFold(agent, undefined, undefined, undefined, findings);
  const records = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line));
  fold.feed(
    records.map((payload, at) => ({
      ...{ sequence: at + 1, eventType: payload.type ?? 'record', payload },
      createdAt: payload.timestamp ?? '2026-01-01T00:00:00Z',
    })),
  );
  return checkSession(findings.acts(), checks);
}
