import type { StoredJudgement } from './judgement.ts';

/** How a judgement lies in its table, on both engines. */
export const insertFindings = 'insert into session_findings values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)';
export const postgresInsert =
  'insert into projection.session_findings values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)';

export const findingsValues = (
  sessionId: string,
  organizationId: string,
  { mark, foldedTo, counts, risk, top, body }: StoredJudgement,
): (string | number | Uint8Array)[] => [
  sessionId,
  organizationId,
  mark,
  foldedTo,
  counts.high,
  counts.medium,
  counts.low,
  risk,
  top,
  body,
];
