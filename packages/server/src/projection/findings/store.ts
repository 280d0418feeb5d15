import type { FindingsSummary, JudgementStore } from '../../domain/findings/ports.ts';
import type { Rows } from '../reading/reader.ts';
import { judgementOf } from './judgement.ts';

/** Reads what was stored; `among` compares a session's id with a JSON list of ids, which the engines do differently. */
export const judgementStore = (rows: Rows, among: string): JudgementStore => ({
  async find(sessionId) {
    const [row] = await rows<{ body: Uint8Array }>(
      'select body from projection.session_findings where session_id = $1',
      [sessionId],
    );
    return row && judgementOf(row.body);
  },
  async summaries(sessionIds) {
    if (sessionIds.length === 0) return new Map();
    const found = await rows<FindingsSummary>(
      `select session_id as "sessionId", high, medium, low, top from projection.session_findings
        where session_id ${among}`,
      [JSON.stringify(sessionIds)],
    );
    return new Map(found.map((row) => [row.sessionId, row]));
  },
  async fired(organizationId) {
    const found = await rows<{ rule: string; sessions: number; findings: number }>(
      `select rule, count(*) as sessions, sum(count) as findings from projection.session_rules
        where organization_id = $1 group by rule`,
      [organizationId],
    );
    return found.map(({ rule, sessions, findings }) => ({
      rule,
      sessions: Number(sessions),
      findings: Number(findings),
    }));
  },
});
