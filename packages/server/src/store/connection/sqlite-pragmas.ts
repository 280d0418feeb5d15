/** What is deleted is overwritten (`secure_delete`), so that nothing of it stays in the file. Durable against power loss, not only against a crash: `synchronous=FULL` (R3). */
export const sqlitePragmas = `
  PRAGMA busy_timeout = 5000;
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  PRAGMA foreign_keys = ON;
  PRAGMA secure_delete = ON;
`;
