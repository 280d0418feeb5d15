import { readConfig } from '../src/config.ts';
import { openPostgres } from '../src/store/connection/postgres.ts';
import { openSqlite } from '../src/store/connection/sqlite.ts';
import { migrate } from '../src/store/migrations/index.ts';

/** A program for a test to start: it migrates, and kills itself before the statement of that number. */
const { database } = readConfig(process.env);
const opened = database.engine === 'sqlite' ? openSqlite(database.path) : openPostgres({ url: database.url });
let left = Number(process.argv[2]);
const db = opened.db.withPlugin({
  transformQuery({ node }) {
    if (--left === 0) process.kill(process.pid, 'SIGKILL');
    return node;
  },
  transformResult: async ({ result }) => result,
});
await migrate({ ...opened, db });
