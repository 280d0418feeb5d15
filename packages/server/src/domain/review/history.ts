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
