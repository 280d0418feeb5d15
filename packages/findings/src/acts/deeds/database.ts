import { type Classifier, type DeedDraft, isDryRun, pathOfArgument } from './deed.ts';

/** Clients of databases. */
export const databases = new Set([
  'psql',
  'mysql',
  'mariadb',
  'sqlite3',
  'mongosh',
  'mongo',
  'redis-cli',
  'valkey-cli',
  'clickhouse-client',
  'duckdb',
  'sqlcmd',
  'cqlsh',
  'usql',
]);
const destroys =
  /\b(?:drop\s{1,20}(?:table|database|schema|index|view|collection|keyspace|role|user)|truncate\s{1,20}(?:table\s)?|delete\s{1,20}from\s{1,20}[\w."`]{1,100}\s{0,20}(?:;|$|["'])|(?:flushall|flushdb)(?![\w-])|dropDatabase\s{0,5}\(|\.drop\s{0,5}\(|deleteMany\(\s{0,5}(?:\{\s{0,5}\})?\s{0,5}\))/i;
const updatesAll = /\bupdate\s{1,20}[\w."`]{1,100}\s{1,20}set\s(?!.{0,2000}\bwhere\b)/is;
const testDatabase =
  /(?:^|[^a-z])(?:test|tests|testing|tmp|temp|scratch|sandbox|dev|development|fixture|ci)(?:[^a-z]|$)|:memory:|localhost:5433/i;
/** What stands in quotes inside a statement is said, not done. */
const quoted = /'[^']{0,500}'/g;
const comment = /--[^\n]{0,500}/g;
/** A select shows; only what it hands to another client does something. */
const shows = /^\s{0,20}(?:select|explain|show|\\d|with\b)/i;

const resets =
  /^(?:prisma (?:db push .{0,200}--force-reset|migrate reset)|(?:rails|rake) db:(?:drop|reset|purge|migrate:reset|schema:load)|sequelize.{0,40}db:drop|dropdb\s|artisan (?:migrate:(?:fresh|reset)|db:wipe)|php artisan (?:migrate:(?:fresh|reset)|db:wipe)|knex migrate:rollback .{0,40}--all|typeorm schema:drop|alembic downgrade base|flask db downgrade base|(?:django-admin|manage\.py) (?:flush|reset_db|sqlflush)|mix ecto\.(?:drop|reset)|dotnet ef database drop|liquibase drop-?all|flyway clean|drizzle-kit drop|mikro-orm schema:drop|supabase db reset)/i;

/** Rules 7: a statement that removes data, given to a database's own client, or a tool that begins from nothing. */
export const database: Classifier = (command, around, { hasFailed, output }) => {
  const { name } = command;
  if (hasFailed || isDryRun(command)) return undefined;
  const all = command.args
    .map(({ value }) => value)
    .join(' ')
    .slice(0, 20_000);
  const destroyed = (what: string, paths?: string[]): DeedDraft => ({
    rule: 'db.destroy',
    severity: 'high',
    target: name,
    what,
    wish: 'database',
    ...(paths && { paths }),
  });
  if (databases.has(name)) {
    if (testDatabase.test(all) || /^ERROR:|^ERROR \d/m.test(output.slice(0, 5000))) return undefined;
    const given = [...command.args.map(({ value }) => value), command.input ?? ''];
    const does = given.some((text) => {
      const plain = text.slice(0, 20_000).replace(quoted, "''").replace(comment, '');
      return !(shows.test(plain) && !plain.includes(';')) && (destroys.test(plain) || updatesAll.test(plain));
    });
    const [file] =
      name === 'sqlite3' || name === 'duckdb'
        ? command.args.filter(({ value }) => !value.startsWith('-'))
        : [];
    const path = file && pathOfArgument(file, command, around);
    if (path !== undefined && /^\/(?:private\/)?(?:var\/)?tmp\//.test(path)) return undefined;
    return does ? destroyed(`Removed data with ${name}`, path === undefined ? undefined : [path]) : undefined;
  }
  const line = /^(?:python[\d.]{0,6}|php)$/.test(name) ? all : `${name} ${all}`;
  if (!resets.test(line.replace(/^\S{0,100}\//, ''))) return undefined;
  const isTest =
    command.assignments.some(({ value }) => value === 'test') || /(?:^|[\s_=-])test(?:$|[\s_-])/.test(all);
  return isTest ? undefined : destroyed('Reset a database');
};
