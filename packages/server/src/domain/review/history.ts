/** When a session was over and when it arrived, if that is known. */
export interface Arrived {
  endedAt?: number | null;
  createdAt?: number;
}

/** Over so long before it arrived, a session was imported: no machine is away from its server for that long. */
export const historyAge = 3 * 86_400_000;

export const isHistory = ({ endedAt, createdAt }: Arrived): boolean =>
  typeof endedAt === 'number' && createdAt !== undefined && endedAt < createdAt - historyAge;

/** The same of a session `s`. */
export const historySql = `s.ended_at is not null and s.ended_at < s.created_at - ${historyAge}`;

/** In the queue although nobody asks for history. `sessions_waiting` is an index of what fits this very condition. */
export const isPresentSql = `(s.review_begun = 1 or s.ended_at is null or s.ended_at >= s.created_at - ${historyAge})`;

/** History that somebody has begun with. `sessions_begun_history` is an index of what fits it. */
export const begunHistorySql = `s.review_begun = 1 and s.ended_at < s.created_at - ${historyAge}`;
