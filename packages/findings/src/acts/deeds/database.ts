import type { SimpleCommand } from '@debrief/shell';
import { type Classifier, type DeedDraft, isDryRun, pathOfArgument } from './deed.ts';
import { programText } from './program-text.ts';

/** Clients of databases. */
export const databases = new Set(
  (
    'psql pgcli mysql mariadb mycli sqlite3 litecli mongosh mongo redis-cli valkey-cli keydb-cli clickhouse-client duckdb ' +
    'sqlcmd sqlplus cqlsh usql cockroach snowsql cypher-shell'
  ).split(' '),
);

export const isDatabaseClient = (name: string): boolean => databases.has(name);

/** Whether a statement changes data at all, however few rows. */
export const changesData = (text: string): boolean =>
  /\b(?:delete\s{1,10}from|update\s{1,10}\S{1,100}\s{1,10}set|insert\s{1,10}into|drop\s{1,10}\w|truncate\s{1,10}\w|alter\s{1,10}\w|grant\s{1,10}\w)/i.test(
    text.slice(0, 4000),
  );

/** One statement that takes data away. An index or a view holds none. */
const destroys =
  /^\s{0,20}(?:drop\s{1,20}(?:table|database|schema|collection|keyspace|role|user)\b|alter\s{1,20}table\s{1,20}\S{1,100}\s{1,20}drop\s{1,20}(?!constraint|index|default|foreign|primary|check|key)|truncate\s{1,20}\S|delete\s{1,20}from\s{1,20}\S{1,100}\s{0,20}(?:$|["')]|limit\b|where\s{1,20}(?:1\s{0,3}=\s{0,3}1|true)\s{0,20}$)|update\s{1,20}\S{1,100}\s{1,20}set\s(?![\s\S]{0,2000}\bwhere\b)|(?:match\s{0,5}\(n\)\s{0,5}detach\s{1,5}delete))/i;
const destroysByCall =
  /\b(?:flushall|flushdb)(?![\w-])|\bdropDatabase\s{0,5}\(|\.drop\s{0,5}\(|\b(?:deleteMany|remove)\(\s{0,5}(?:\{\s{0,5}\})?\s{0,5}\)/i;
/** A name that says nobody misses what is in it. */
const scratchName =
  /(?:^|[^a-z])(?:te?mp|tests?|testing|scratch|sandbox|dev|development|fixtures?|ci|demo|throwaway)(?:[^a-z]|$)/i;
/** What stands in quotes inside a statement is said, not done. */
const quoted = /'[^']{0,500}'/g;
const comment = /--[^\n]{0,500}|\/\*[\s\S]{0,500}?\*\//g;
const failedStatement =
  /^(?:ERROR:|ERROR \d|Error: |Parse error|Runtime error|MongoServerError|\(error\)|Msg \d+, Level 1[1-9])/m;
const maxStatements = 200;

/** Whether a text given to a client of databases removes data; a table that is temporary by its name is none. */
export function removesData(text: string): boolean {
  const plain = text.slice(0, 20_000).replace(quoted, "''").replace(comment, '');
  // What is rolled back was only tried.
  if (/\brollback\s{0,5};?\s{0,20}$/i.test(plain.slice(-60))) return false;
  return (
    destroysByCall.test(plain) ||
    plain
      .split(';')
      .slice(0, maxStatements)
      .some((statement) => destroys.test(statement) && !scratchName.test(targetOf(statement)))
  );
}

const words = ({ args }: SimpleCommand): string => args.map(({ value }) => value).join(' ');

const targetOf = (statement: string): string =>
  /\b(?:table|from|update|truncate|database|schema|collection)\s{1,20}(?:if\s{1,5}exists\s{1,5})?([\w."`[\]-]{1,100})/i.exec(
    statement,
  )?.[1] ?? '';

/** Options whose value is a statement and no name. */
const statementOption = /^(?:-c|-e|-Q|-q|--command|--execute|--eval|--query|-Query)$/;

/** Names of the server and the database, without what ends a host: `db.acme.dev` is not called `dev`. */
function isScratch(command: SimpleCommand): boolean {
  const names = command.args.filter(({ value }, at) => {
    const before = command.args[at - 1]?.value ?? '';
    return !statementOption.test(before) && !/^-[ceQq]\S|^--(?:command|execute|eval|query)=/.test(value);
  });
  return names.some(({ value }) =>
    /:memory:|localhost:5433/.test(value)
      ? true
      : !/\s/.test(value) &&
        scratchName.test(
          value.replace(/\b((?:[\w-]{1,63}\.){1,6})[a-z]{2,12}(?=[:/?]|$)/gi, (_, labels: string) =>
            labels.slice(0, -1),
          ),
        ),
  );
}

/** `postgres://localhost/shop_test`: the last part names the database. */
const databaseIn = (address: string): string =>
  address.slice(address.lastIndexOf('/') + 1).split('?')[0] ?? '';

const flushing = /\bcall\(\s{0,3}['"]flush(?:all|db)\b/i;
/** Stores that are spoken to by hand: `echo flush_all | nc cache 11211`. */
const byHand = /^(?:nc|ncat|telnet|socat)$/;
/** An index, a collection or a database that a server of documents keeps under its name. */
const ofDocuments =
  /^https?:\/\/[^/\s]{3,200}:(?:9200|9243|5984|6333|7700|8108)\/(?!_)[^/?\s]{1,200}\/?(?:\?|$)|^https?:\/\/[^/\s]{3,200}:(?:6333|7700|8108)\/(?:collections|indexes)\/[^/?\s]{1,200}\/?(?:\?|$)|^https?:\/\/[^?\s]{3,300}\/_delete_by_query\b/;
const clients = /^(?:curl|https?|xh|wget)$/;

/** `curl -X DELETE https://search:9200/orders`. */
function removesOverHttp(command: SimpleCommand): boolean {
  const words = command.args.map(({ value }) => value);
  const address = words.find((word) => ofDocuments.test(word));
  if (address === undefined || /\/\/(?:[^/@]{0,80}@)?(?:localhost|127\.|0\.0\.0\.0|\[::1\])/.test(address))
    return false;
  const isQuery = /_delete_by_query/.test(address);
  return (
    !scratchName.test(address.slice(address.indexOf('/', 9))) &&
    words.some((word) => (isQuery ? /^(?:-\w{0,9}X|POST$|-d$|--data|--json)/ : /DELETE$/).test(word))
  );
}

/** The command of a key-value store is its first word; the others are keys. */
function flushes({ args, input }: SimpleCommand): boolean {
  const words = args.map(({ value }) => value);
  const first = words.find(
    (word, at) => !word.startsWith('-') && !/^-(?:h|p|n|a|u|-user|-pass)$/.test(words[at - 1] ?? ''),
  );
  // A script that the server runs.
  if (/^(?:eval|fcall|script)$/i.test(first ?? '') && words.some((word) => flushing.test(word))) return true;
  return (
    /^flush(?:all|db)$/i.test(first ?? '') || /^\s{0,20}flush(?:all|db)\b/im.test(input?.slice(0, 2000) ?? '')
  );
}

const resets =
  /^(?:prisma (?:db push .{0,200}--(?:force-reset|accept-data-loss)|migrate reset)|drizzle-kit push .{0,100}--force|typeorm schema:sync|sequelize(?:-cli)? db:migrate:undo:all|(?:rails|rake) db:(?:drop|reset|purge|migrate:reset|schema:load)|sequelize.{0,40}db:drop|dropdb\s|mysqladmin .{0,100}\bdrop\b|pg_restore .{0,100}(?:--clean|-c)\b|artisan (?:migrate:(?:fresh|reset)|db:wipe)|php artisan (?:migrate:(?:fresh|reset)|db:wipe)|knex migrate:rollback .{0,40}--all|typeorm schema:drop|alembic downgrade base|flask db downgrade base|(?:django-admin|manage\.py) (?:flush|reset_db|sqlflush)|mix ecto\.(?:drop|reset)|dotnet ef database drop|liquibase drop-?all|flyway .{0,200}\bclean\b|flyway clean|(?:django-admin|manage\.py) migrate \S{1,60} zero\b|drizzle-kit drop|mikro-orm schema:drop|sqlx database (?:drop|reset)|diesel database reset|dbmate drop|atlas schema clean|goose .{0,100}\breset\b|turso db destroy|bq rm\b|etcdctl del .{0,100}--prefix|supabase db reset\b|mongorestore .{0,200}--drop\b|influx delete\b|kafka-topics(?:\.sh)? .{0,200}--delete\b)/i;
/** One step back, or several; what the columns held is gone. */
const stepsBack =
  /^(?:(?:rails|rake) db:(?:rollback|migrate:down)|alembic downgrade|flask db downgrade|knex migrate:(?:rollback|down)|sequelize(?:-cli)? db:migrate:undo|(?:php )?artisan migrate:rollback|typeorm migration:revert|mix ecto\.rollback|goose .{0,100}\bdown\b|dbmate (?:down|rollback))/i;
/** A file of statements that says by its name what it does. */
const removingFile =
  /(?:^|[/_.-])(?:drop|wipe|reset|truncate|delete|purge|destroy|teardown)[\w.-]{0,60}\.sql$/i;
/** Without a word on it these mean the database for development. */
const ofDevelopment = /^(?:\S{0,100}\/)?(?:rails|rake|mix|(?:php )?artisan|manage\.py|django-admin) /;
/** On the machine itself, from the files of the repository. */
const isRebuilt = (line: string): boolean => /^supabase /.test(line) && !/--(?:linked|db-url)/.test(line);
/** A store of keys on the machine itself is mostly a cache. */
const isLocalCache = ({ name, args }: SimpleCommand): boolean =>
  /^(?:redis|valkey|keydb)/.test(name) &&
  !args.some(
    ({ value }, at) => /^-(?:h|u)$/.test(args[at - 1]?.value ?? '') && !/localhost|127\.0\.0\.1/.test(value),
  );
/** Rows taken away through the model of an application. */
const byModel =
  /\.(?:delete_all|destroy_all)\b|\.objects\.(?:all|filter)\(\)(?:\.all\(\))?\.(?:_raw_)?delete\(|\.flush(?:[aA]ll|[dD][bB])\(|::truncate\(\)|::query\(\)->delete\(\)|\.deleteMany\(\s{0,5}(?:\{\s{0,5}\})?\s{0,5}\)/;
const inProgram =
  /\b(?:execute\w{0,14}|query\w{0,10}|exec|run|raw|executemany)\s{0,3}[(`]\s{0,5}(?:text\(\s{0,3})?["'`]{1,3}([^"'`]{5,500})/g;

/** A statement that removes data, given to a database's own client, or a tool that begins from nothing. */
export const database: Classifier = (command, around, { hasFailed, output }) => {
  const { name } = command;
  if (hasFailed || isDryRun(command)) return undefined;
  const destroyed = (what: string, paths?: string[], isLocal = false): DeedDraft => ({
    rule: 'db.destroy',
    severity: isLocal ? 'medium' : 'high',
    target: name,
    what,
    wish: 'database',
    ...(paths && { paths }),
  });
  if (byHand.test(name))
    return /^\s{0,9}flush_?(?:all|db)\b/i.test(command.input ?? '')
      ? destroyed('Emptied a store of keys', undefined, /localhost|127\.0\.0\.1/.test(words(command)))
      : undefined;
  if (clients.test(name))
    return removesOverHttp(command) ? destroyed('Removed an index or its documents over HTTP') : undefined;
  if (databases.has(name)) {
    if (isScratch(command) || failedStatement.test(output.slice(0, 5000))) return undefined;
    const given = [
      ...command.args.map(({ value }) => value.replace(/^(?:--?\w{1,10}=|-[ceQ](?=[A-Za-z]{4}))/, '')),
      command.input ?? '',
    ];
    // `redis-cli keys '*' | xargs redis-cli del` takes them one by one.
    const isFed = command.wrappers.includes('xargs') && given.some((word) => /^(?:del|unlink)$/i.test(word));
    const [file] =
      name === 'sqlite3' || name === 'duckdb'
        ? command.args.filter(({ value }) => !value.startsWith('-'))
        : [];
    const path = file && pathOfArgument(file, command, around);
    if (path !== undefined && /^\/(?:private\/)?(?:var\/)?tmp\//.test(path)) return undefined;
    const files = [
      ...command.args.map(({ value }) => value.replace(/^(?:-f|--file=)/, '')),
      ...command.redirections.filter(({ operator }) => operator === '<').map(({ target }) => target.value),
    ];
    const named = files.find((one) => removingFile.test(one));
    if (named !== undefined)
      return destroyed(`Ran ${named}, which by its name removes data`, undefined, true);
    return isFed || (/^(?:redis|valkey|keydb)/.test(name) ? flushes(command) : given.some(removesData))
      ? destroyed(`Removed data with ${name}`, path === undefined ? undefined : [path], isLocalCache(command))
      : undefined;
  }
  const all = command.args
    .map(({ value }) => value)
    .join(' ')
    .slice(0, 20_000);
  const isTest =
    command.assignments.some(
      ({ name: variable, value = '' }) =>
        value === 'test' || (/DATABASE|DB|URL|ENV/.test(variable) && scratchName.test(databaseIn(value))),
    ) || /(?:^|[\s_=.-])test(?:$|[\s_-])/.test(all);
  if (isTest || (name === 'dropdb' && isScratch(command))) return undefined;
  const line = /^(?:python[\d.]{0,6}|php)$/.test(name) ? all : `${name} ${all}`;
  const isProduction = command.assignments.some(({ value }) => /prod|staging/.test(value ?? ''));
  if (isRebuilt(line) && resets.test(line)) return { ...destroyed('Reset a database'), severity: 'low' };
  if (resets.test(line.replace(/^\S{0,100}\//, '')))
    return destroyed('Reset a database', undefined, ofDevelopment.test(line) && !isProduction);
  if (stepsBack.test(line.replace(/^\S{0,100}\//, '')))
    return { ...destroyed('Took a migration back'), severity: isProduction ? 'high' : 'low' };
  // `echo 'drop table …' | python manage.py dbshell`: a framework's way into its client.
  if (/(?:^|[\s/])(?:dbshell|dbconsole)\b/.test(line) && removesData(command.input ?? ''))
    return destroyed('Removed data with the client of the framework');
  if (
    /^(?:pg_dump|pg_dumpall|mysqldump|mariadb-dump|mongodump)$/.test(name) &&
    command.pipe.after.some((next) => databases.has(next) || /restore$/.test(next))
  )
    return destroyed('Copied a database over another', undefined, true);
  const text = programText(command) ?? (/\b(?:runner|tinker|shell)\b/.test(all) ? all : undefined);
  if (text === undefined || /:memory:|\/tmp\//.test(text)) return undefined;
  const isRemoved =
    byModel.test(text) ||
    [...text.matchAll(inProgram)].slice(0, 50).some(([, statement = '']) => removesData(statement));
  return isRemoved ? destroyed('Removed data by a program') : undefined;
};
