/**
 * What is derived from the log is kept once for each version of what derives it, side by side: on SQLite in a file, on
 * PostgreSQL in a schema of its own. There are no migrations; another version is built anew from the log. Raise it
 * whenever the tables, the fold or the words would come out differently.
 */
export const projectionVersion = 65;

/**
 * SQL calls it `projection` on both engines. SQLite attaches this version's file by that name; PostgreSQL's connections
 * put this schema in its place.
 */
export const projectionSchema = `projection_${projectionVersion}`;

const mentions = /\bprojection\./g;

/** The statement with this version's schema in it, for PostgreSQL. */
export const inProjectionSchema = (text: string): string =>
  text.includes('projection.') ? text.replaceAll(mentions, `${projectionSchema}.`) : text;
