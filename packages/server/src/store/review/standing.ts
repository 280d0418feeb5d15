import type { StandingRecord } from '../../domain/review/records.ts';
import type { OpenDatabase } from '../database.ts';
import { fromJson } from './database.ts';

/** Columns of a standing `r`, under names that no column of a session has. */
export const standingColumns = `r.version as "reviewVersion", r.threads, r.open_threads as "openThreads",
  r.follow_ups as "followUps", r.own_follow_up as "ownFollowUp", r.accepted, r.accepted_with_own as "acceptedWithOwn",
  r.is_begun as "isBegun", r.reserved_by as "reservedBy", r.reserved_until as "reservedUntil"`;

export type StandingRow = { reviewVersion: number | null } & {
  [Name in Exclude<keyof StandingRecord, 'version' | 'accepted' | 'acceptedWithOwn'>]:
    | StandingRecord[Name]
    | null;
} & { accepted: string | number[] | null; acceptedWithOwn: string | number[] | null };

/** Undefined when nobody has said anything about the session. */
export function standingOf(row: StandingRow): StandingRecord | undefined {
  if (row.reviewVersion === null) return undefined;
  return {
    version: row.reviewVersion,
    threads: row.threads ?? 0,
    openThreads: row.openThreads ?? 0,
    followUps: row.followUps ?? 0,
    ownFollowUp: row.ownFollowUp ?? 0,
    accepted: fromJson(row.accepted ?? []),
    acceptedWithOwn: fromJson(row.acceptedWithOwn ?? []),
    isBegun: row.isBegun ?? 0,
    reservedBy: row.reservedBy,
    reservedUntil: row.reservedUntil,
  };
}

export async function standingRow(
  { rows }: OpenDatabase,
  sessionId: string,
): Promise<StandingRecord | undefined> {
  const [row] = await rows<StandingRow>(
    `select ${standingColumns} from review_standings r where r.session_id = $1`,
    [sessionId],
  );
  return row && standingOf(row);
}
