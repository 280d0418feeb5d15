import { createHash } from 'node:crypto';
import type { KnownRequest } from '@debrief/transcript';

/** Whose request it is. */
interface Recorded {
  organizationId: string;
  secretEnvironment: string;
  agentId: string;
  externalId: string | null;
  sessionId: string;
}

/** A request as its row has it; amounts are whole numbers. */
export interface RequestRow {
  request: number;
  at: number;
  input: number;
  output: number;
  cacheRead: number;
  cacheWrite: number;
  cost: number;
}

/** Without a time it comes after all that have one. */
const noTime = 8.64e15;

const whole = (value: number): number =>
  Number.isFinite(value) ? Math.min(1e15, Math.max(0, Math.round(value))) : 0;

export function requestRow(subject: Recorded, { id, at, tokens, cost }: KnownRequest): RequestRow {
  const time = at === undefined ? Number.NaN : Date.parse(at);
  return {
    request: requestNumber(subject, id),
    at: Number.isNaN(time) ? noTime : time,
    input: whole(tokens.input),
    output: whole(tokens.output),
    cacheRead: whole(tokens.cacheRead),
    cacheWrite: whole(tokens.cacheWrite),
    cost: whole(cost * 1e9),
  };
}

/** Six bytes: numbers of both engines, and two of ten million requests are alike once in five such organizations. */
function requestNumber(subject: Recorded, id: string): number {
  const { organizationId, secretEnvironment, agentId, externalId, sessionId } = subject;
  const isSum = id.startsWith('@');
  const scope = isSum ? (externalId ?? sessionId) : '';
  const text = [organizationId, secretEnvironment, agentId, scope, id].join('\0');
  const number = createHash('sha256').update(text).digest().readUIntBE(0, 6) + 1;
  return isSum ? -number : number;
}
