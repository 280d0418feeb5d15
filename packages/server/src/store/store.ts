import { sql } from 'kysely';
import type { Store } from '../domain/ports.ts';
import { auditStore } from './audit.ts';
import type { OpenDatabase } from './database.ts';
import { environmentStore } from './environment.ts';
import { identityStore } from './identity.ts';
import { installationStore } from './installation.ts';
import { memberStore } from './member.ts';
import { organizationStore } from './organization.ts';
import { secretStore } from './secret.ts';
import { sessionStore } from './session.ts';
import { statisticsStore } from './statistics.ts';
import { guarded } from './unavailable.ts';

export const createStore = (database: OpenDatabase): Store => ({
  organization: guarded(organizationStore(database)),
  member: guarded(memberStore(database)),
  identity: guarded(identityStore(database)),
  secret: guarded(secretStore(database)),
  environment: guarded(environmentStore(database)),
  installation: guarded(installationStore(database)),
  session: guarded(sessionStore(database)),
  statistics: guarded(statisticsStore(database)),
  audit: guarded(auditStore(database)),
  ...guarded({
    ping: async () => {
      await sql`select 1`.execute(database.db);
    },
  }),
  close: () => database.db.destroy(),
});
