import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Finding } from '../finding.ts';
import { ruleCatalog } from '../rules/catalog.ts';
import { eventsOf } from './corpus.ts';
import { judgedFindings } from './judged.ts';
import { judgedSession } from './judged-session.ts';

const beside = fileURLToPath(new URL('../../../../../shared/', import.meta.url));
const sessions = Map.groupBy(judgedFindings, ({ session }) => session);

/** Rules about runs and claims are read apart, with the runs they rest on. */
const isOfState = ({ rule }: Finding): boolean =>
  rule in ruleCatalog && !/^(?:claim|commit|dismissal)\.|^test\.(?:none|masked|red-end|stale-end)/.test(rule);

function agentOf(session: string): string {
  const [set = '', second = '', third = ''] = session.split('/');
  if (set.startsWith('transcripts')) return second;
  if (set === 'work-sessions') return 'claude-code';
  const index = readFileSync(join(beside, set, second, 'index.jsonl'), 'utf8');
  const line = index.split('\n').find((one) => one.includes(`"${third}`)) ?? '{}';
  return (JSON.parse(line).agent as string).toLowerCase().replaceAll(' ', '-');
}

function fileOf(session: string): string | undefined {
  const folder = join(beside, dirname(session));
  const begins = session.slice(session.lastIndexOf('/') + 1);
  const name = existsSync(folder)
    ? readdirSync(folder).find((one) => one.startsWith(begins) && one.endsWith('.jsonl'))
    : undefined;
  return name && join(folder, name);
}

function stateFindings(session: string, file: string): Finding[] {
  const events = eventsOf(readFileSync(file, 'utf8'));
  return judgedSession({ agent: agentOf(session), name: session, events }).judgement.findings.filter(
    isOfState,
  );
}

describe('findings that somebody read', () => {
  it('are at least 60 of at least 40 sessions, each once, with a reason', () => {
    assert.ok(judgedFindings.length >= 60, `${judgedFindings.length}`);
    assert.ok(sessions.size >= 40, `${sessions.size}`);
    const keys = judgedFindings.map(({ session, rule, sequence }) => `${session} ${rule} ${sequence}`);
    assert.equal(new Set(keys).size, keys.length);
    for (const { rule, because, severity, verdict } of judgedFindings) {
      assert.ok(rule in ruleCatalog, rule);
      assert.ok(because.length > 10, because);
      // What is worth opening is not raised as low, and what is nothing is not said.
      if (verdict === 'worth opening') assert.ok(severity === 'high' || severity === 'medium', because);
    }
  });

  it('come to what was decided about them', {
    skip: !existsSync(beside) && 'no ../shared beside the project: no recordings to judge',
  }, (t) => {
    const wrong: string[] = [];
    let absent = 0;
    for (const [session, rows] of sessions) {
      const file = fileOf(session);
      if (file === undefined) {
        absent++;
        continue;
      }
      const found = stateFindings(session, file);
      for (const { rule, sequence, severity } of rows) {
        const now = found.find((one) => one.rule === rule && one.sequence === sequence)?.severity ?? 'none';
        if (now !== severity) wrong.push(`${session} ${rule} #${sequence}: was ${severity}, is ${now}`);
      }
      const known = new Set(rows.map(({ rule, sequence }) => `${rule} ${sequence}`));
      for (const { rule, sequence, severity, why } of found)
        if (severity !== 'low' && !known.has(`${rule} ${sequence}`))
          wrong.push(`${session} ${rule} #${sequence}: ${severity} and nobody has read it: ${why}`);
    }
    t.diagnostic(`${sessions.size - absent} sessions judged, ${absent} recordings are not here`);
    assert.deepEqual(wrong, []);
    assert.ok(absent < sessions.size, 'at least one recording is there');
  });

  it('are worth opening: 80 % of the high ones, 60 % of the medium ones', () => {
    for (const [severity, least] of [
      ['high', 0.8],
      ['medium', 0.6],
    ] as const) {
      const some = judgedFindings.filter((one) => one.severity === severity);
      const worth = some.filter(({ verdict }) => verdict === 'worth opening').length;
      assert.ok(worth >= least * some.length, `${severity}: ${worth} of ${some.length}`);
    }
  });
});
