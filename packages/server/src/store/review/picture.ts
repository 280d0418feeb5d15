import type { ReviewStore } from '../../domain/review/ports.ts';
import type { GrownSession } from '../../domain/review/records.ts';
import type { OpenDatabase } from '../database.ts';
import { grownColumns, grownSession } from './grown.ts';
import { factsOf, readRows } from './refresh.ts';
import { reviewOf } from './review.ts';
import { type StandingRow, standingColumns, standingOf, standingRow } from './standing.ts';

const nothing: GrownSession = {
  organizationId: '',
  status: 'completed',
  authorUserId: null,
  repository: null,
  repoRoot: null,
  endedAt: null,
  createdAt: 0,
  updatedAt: 0,
  material: 0,
  edits: 0,
  highFindings: 0,
  mediumFindings: 0,
  draw: 0,
  reviewDone: 0,
  reviewBegun: 0,
  isFolded: 1,
};

/** What is known of the review of one session: everything, what a list shows, or what the facts come to. */
export const pictureStore = (
  database: OpenDatabase,
): Pick<ReviewStore, 'picture' | 'glance' | 'glances' | 'standing'> => ({
  async picture(sessionId) {
    const session = await grownSession(database.db, sessionId);
    if (!session) return undefined;
    const read = await readRows(database.db, sessionId, session);
    return {
      session,
      facts: factsOf(read, session),
      standing: await standingRow(database, sessionId),
      reviews: read.reviews.map(reviewOf),
      marks: read.marks,
      ticks: read.ticks,
      assignments: read.assignments,
    };
  },

  async glance(sessionId) {
    const [row] = await database.rows<GrownSession & StandingRow>(
      `select ${grownColumns}, ${standingColumns} from sessions s
        left join projection.session_statistics p on p.session_id = s.session_id
        left join review_standings r on r.session_id = s.session_id where s.session_id = $1`,
      [sessionId],
    );
    return row ? { session: row, standing: standingOf(row) } : { session: nothing, standing: undefined };
  },

  async glances(sessionIds) {
    if (sessionIds.length === 0) return new Map();
    const places = sessionIds.map((_, at) => `$${at + 1}`).join(', ');
    const found = await database.rows<GrownSession & StandingRow & { sessionId: string }>(
      `select s.session_id as "sessionId", ${grownColumns}, ${standingColumns} from sessions s
        left join projection.session_statistics p on p.session_id = s.session_id
        left join review_standings r on r.session_id = s.session_id where s.session_id in (${places})`,
      sessionIds,
    );
    return new Map(found.map((row) => [row.sessionId, { session: row, standing: standingOf(row) }]));
  },

  standing: (sessionId) => standingRow(database, sessionId),
});
