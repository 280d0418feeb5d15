import type { LessonPolicy } from '@debrief/contract';
import type { LessonStore } from '../../domain/lesson/ports.ts';
import type { OpenDatabase } from '../database.ts';

type Asked = Pick<LessonStore, 'policy' | 'setPolicy' | 'isWorkedIn'>;

/** Who adopts, and which machines are told. */
export const lessonPolicies = ({ db, rows }: OpenDatabase): Asked => ({
  async policy(organizationId) {
    const found = await db
      .selectFrom('lessonPolicies')
      .select('adopters')
      .where('organizationId', '=', organizationId)
      .executeTakeFirst();
    return found as LessonPolicy | undefined;
  },

  async setPolicy(organizationId, { adopters }, { by, at }) {
    const row = { adopters, updatedBy: by, updatedAt: at };
    await db
      .insertInto('lessonPolicies')
      .values({ organizationId, ...row })
      .onConflict((conflict) => conflict.column('organizationId').doUpdateSet(row))
      .execute();
  },

  async isWorkedIn(organizationId, environmentId, repository) {
    const found = await rows<{ there: number }>(
      `select 1 as there from sessions s
        where s.organization_id = $1 and s.repository = $2 and s.environment_id = $3 limit 1`,
      [organizationId, repository, environmentId],
    );
    return found.length > 0;
  },
});
