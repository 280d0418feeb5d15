import { sql } from 'kysely';
import type { Store } from '../domain/ports.ts';
import { auditStore } from './audit.ts';
import type { OpenDatabase } from './database.ts';
import { environmentStore } from './environment.ts';
import { identityStore } from './identity.ts';
import { installationStore } from './installation.ts';
import { memberStore } from './member.ts';
import { organizationStore } from './organization.ts';
import { searchStore } from './search.ts';
import { secretStore } from './secret.ts';
import { sessionStore } from './session.ts';
import { statisticsStore } from './statistics.ts';
import { guarded } from './unavailable.ts';

export const createStore = (database: OpenDatabase, search = searchStore(database)): Store => ({
  organization: guarded(organizationStore(database)),
  member: guarded(memberStore(database)),
  identity: guarded(identityStore(database)),
  secret: guarded(secretStore(database)),
  environment: guarded(environmentStore(database)),
  installation: guarded(installationStore(database)),
  session: guarded(sessionStore(database)),
  statistics: guarded(statisticsStore(database)),
  search: guarded({ search: search.search }),
  audit: guarded(auditStore(database)),
  ...guarded({
    ping: async () => {
      await sql`select 1`.execute(database.db);
    },
  }),
  async close() {
    await search.stop();
    await database.db.destroy();
  },
});
