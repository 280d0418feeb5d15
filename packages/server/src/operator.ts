import { existsSync } from 'node:fs';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { record } from './domain/audit.ts';
import type { Context } from './domain/context.ts';
import { deleteOrganization, deleteSession, deleteUser } from './domain/erasure/deletion.ts';
import { finishErasures } from './domain/erasure/erasure.ts';
import { externalInvitations } from './idp/external-invitation.ts';
import { createIdp, type Idp } from './idp/provider.ts';
import { renew, standingText } from './log/bus/lineage/renewal.ts';
import { JetStreamLog } from './log/bus/log.ts';
import { move } from './operator/move.ts';
import { rebuild } from './operator/rebuild.ts';
import { restore } from './operator/restore.ts';
import { status } from './operator/status.ts';
import { UsageError } from './operator/usage-error.ts';
import { verificationLines, verify } from './operator/verify/command.ts';
import { loadServerKey, serverKeys } from './server-key.ts';
import { openStorage, type Storage } from './storage.ts';
import { accountStore } from './store/account/store.ts';
import { backupSqlite } from './store/connection/sqlite.ts';
import { version } from './version.ts';

export { UsageError } from './operator/usage-error.ts';

interface Call {
  config: Config;
  args: string[];
  log: Logger;
}

interface Command {
  usage: string;
  summary: string;
  run(call: Call): Promise<void>;
}

const one = (args: string[], what: string): string => {
  const [given, ...more] = args;
  if (!given || given.startsWith('-') || more.length > 0) throw new UsageError(`This command takes ${what}.`);
  return given;
};

/** What the operator does beside a running server, or instead of one. */
export const operatorCommands: Record<string, Command> = {
  migrate: {
    usage: 'migrate',
    summary: 'bring the database to this version, then exit',
    run: (call) =>
      withStorage(
        call,
        async ({ migrated }) => {
          console.log(migrated.length > 0 ? `Applied ${migrated.join(', ')}.` : 'Nothing to apply.');
        },
        { withoutBus: true, mayBeNew: true },
      ),
  },
  status: {
    usage: 'status',
    summary: 'tell how database, bus, what is derived and retention stand',
    async run({ config, args }) {
      if (args.length > 0) throw new UsageError('This command takes nothing.');
      console.log((await status(config)).join('\n'));
    },
  },
  verify: {
    usage: 'verify [--json]',
    summary:
      'hold the database against what was signed; exits with 1 when something was changed behind the service',
    async run({ config, args }) {
      if (args.some((one) => one !== '--json') || args.length > 1)
        throw new UsageError('This command takes --json or nothing.');
      const result = await verify(config);
      console.log(args.length > 0 ? JSON.stringify(result, null, 2) : verificationLines(result).join('\n'));
      if (result.findings.length > 0) process.exitCode = 1;
    },
  },
  export: {
    usage: 'export --parquet DIR [--text]',
    summary: 'write what is derived as Parquet into an empty folder; --text: with the words of sessions',
    run: (call) =>
      withContext(call, async (context) => {
        // Nothing else needs what writes Parquet.
        const { exportParquet, readArgs } = await import('./operator/parquet/command.ts');
        const wanted = readArgs(call.args);
        const { sessions, files } = await exportParquet(context, wanted);
        console.log(`Wrote ${sessions} sessions in ${files} files to ${wanted.folder}.`);
      }),
  },
  rebuild: {
    usage: 'rebuild [anew]',
    summary: 'derive statistics, search and transcripts that are missing; anew: all of them',
    async run(call) {
      const [mode, ...more] = call.args;
      if (more.length > 0 || (mode !== undefined && mode !== 'anew')) {
        throw new UsageError('This command takes anew or nothing.');
      }
      const tell = (line: string) => console.log(line);
      const work = (storage: Storage) => rebuild({ config: call.config, storage, tell }, mode === 'anew');
      return withStorage(call, work, { withoutBus: true });
    },
  },
  persist: {
    usage: 'persist [MODE]',
    summary: 'write from the bus to the database; MODE: drain, renew, status, forget',
    run: (call) => persist(call),
  },
  backup: {
    usage: 'backup FILE',
    summary: 'copy the embedded database while the server runs',
    async run({ config, args }) {
      const file = one(args, 'the file to write');
      if (config.database.engine !== 'sqlite') {
        throw new UsageError('This is for the embedded database; use pg_dump for PostgreSQL.');
      }
      if (existsSync(file)) throw new UsageError(`${file} exists already; a backup never overwrites one.`);
      if (!existsSync(config.database.path))
        throw new UsageError(`There is no database at ${config.database.path}: correct DATA_DIR.`);
      await backupSqlite(config.database.path, file);
      console.log(`Wrote ${file}. Keep the server.key of the data directory with it.`);
    },
  },
  restore: {
    usage: 'restore FILE',
    summary: 'put a backup in the place of the embedded database; the server has to be stopped',
    async run({ config, args }) {
      const file = one(args, 'the backup to restore');
      const kept = await restore(config, file);
      const aside = kept ? ` What was there is in ${kept}.` : '';
      console.log(`Restored ${file}.${aside} Statistics and search are rebuilt from the next start on.`);
    },
  },
  move: {
    usage: 'move --to postgres://…',
    summary: 'move the embedded database into an empty PostgreSQL; the server has to be stopped',
    async run({ config, args }) {
      const named = args.flatMap((arg) => (arg === '--to' ? [] : [arg.replace(/^--to=/, '')]));
      const url = one(named, 'the PostgreSQL to move to: move --to postgres://user:password@host/database');
      const { sessions, events, tables, changed } = await move(config, url, { say: console.error });
      const replaced = changed > 0 ? `, ${changed} texts with a NUL replaced by U+FFFD` : '';
      console.log(
        `Moved ${sessions} sessions with ${events} events, all ${tables} tables compared${replaced}: set DATABASE_URL to that PostgreSQL, keep the server key, and start the server, which rebuilds statistics and search.`,
      );
    },
  },
  'delete-session': {
    usage: 'delete-session SESSION',
    summary: 'delete a session and its events for good',
    run: (call) =>
      withContext(call, async (context) => {
        const sessionId = one(call.args, 'a session id');
        for (const { organizationId } of await context.store.organization.all()) {
          const session = await context.store.session.find(organizationId, sessionId);
          if (!session) continue;
          const erasure = await deleteSession(context, session);
          console.log(`Deleted ${sessionId} with ${erasure?.eventCount ?? 0} events.`);
          const isErased = (await finishErasures(context)) > 0;
          console.log(
            isErased
              ? 'Its bytes are gone from the database; backups made before still hold it.'
              : 'Somebody reads the database as it was before; the server frees its bytes when that is over.',
          );
          return;
        }
        throw new UsageError(`There is no session ${sessionId}.`);
      }),
  },
  'delete-user': {
    usage: 'delete-user EMAIL',
    summary: 'end the memberships of a person and forget the address',
    run: (call) =>
      withContext(call, async (context, idp) => {
        const email = one(call.args, 'an e-mail address');
        const members = await context.store.member.findByEmail(email);
        const accounts = (await idp?.accounts.find(email)) ?? [];
        if (members.length === 0 && accounts.length === 0) {
          throw new UsageError(`Nobody has the address ${email}.`);
        }
        for (const member of members) await deleteUser(context, member.userId);
        // Most went with their membership.
        for (const account of accounts) await idp?.accounts.delete(account);
        console.log(`Deleted ${members.length} membership(s) and ${accounts.length} account(s) of ${email}.`);
      }),
  },
  'disable-account': {
    usage: 'disable-account EMAIL | ACCOUNT',
    summary: 'end what an account is signed in with and refuse it from now on',
    run: (call) => withContext(call, (context, idp) => setDisabled(call, context, idp, true)),
  },
  'enable-account': {
    usage: 'enable-account EMAIL | ACCOUNT',
    summary: 'let a disabled account sign in again',
    run: (call) => withContext(call, (context, idp) => setDisabled(call, context, idp, false)),
  },
  'delete-organization': {
    usage: 'delete-organization ID',
    summary: 'delete an organization with all it holds',
    run: (call) =>
      withContext(call, async (context) => {
        const organizationId = one(call.args, 'an organization id');
        const organization = await context.store.organization.find(organizationId);
        if (!organization) throw new UsageError(`There is no organization ${organizationId}.`);
        await deleteOrganization(context, organizationId);
        await finishErasures(context);
        console.log(`Deleted ${organization.name} (${organizationId}).`);
      }),
  },
  'password-link': {
    usage: 'password-link EMAIL | ACCOUNT',
    summary: 'make a single-use link to set a new password',
    run: (call) =>
      withContext(call, async (_context, idp) => {
        const { account, accounts } = await oneAccount(call, idp);
        console.log(await accounts.passwordLink(account));
      }),
  },
};

/** The account an operator means. Several may claim one address: then the id has to be given. */
async function oneAccount(call: Call, idp: Idp | undefined) {
  const name = one(call.args, 'an e-mail address or an account id');
  if (!idp) throw new UsageError('People sign in with an external identity provider here.');
  const [account, ...others] = await idp.accounts.find(name);
  if (!account) throw new UsageError(`There is no account ${name}.`);
  if (others.length > 0) {
    const lines = [account, ...others].map(
      ({ accountId, createdAt, emailVerified }) =>
        `  ${accountId}  made ${new Date(createdAt).toISOString()}${emailVerified ? ', address proved' : ''}`,
    );
    throw new UsageError(`Several accounts have this address; name one by its id:\n${lines.join('\n')}`);
  }
  return { account, accounts: idp.accounts, issuer: idp.issuer };
}

async function setDisabled(
  call: Call,
  context: Context,
  idp: Idp | undefined,
  disabled: boolean,
): Promise<void> {
  const { account, accounts, issuer } = await oneAccount(call, idp);
  if (!disabled) await accounts.enable(account);
  const member = await context.store.identity.findMember(issuer, account.accountId);
  if (disabled) await accounts.disable(account);
  const known = typeof member === 'object' && {
    organizationId: member.organizationId,
    targetId: member.userId,
  };
  if (known) context.bell?.ringMember(known.targetId);
  const action = disabled ? 'account_disabled' : 'account_enabled';
  await record(context, { action, targetId: account.accountId, ...known });
  call.log.info({ action, accountId: account.accountId }, 'account changed by the operator');
  console.log(`${disabled ? 'Disabled' : 'Enabled'} ${account.email} (${account.accountId}).`);
}

const persistModes = ['drain', 'renew', 'status', 'forget'];

/**
 * A persister alone. `drain` empties the bus so that the server can go on without it, or with another; `renew` goes on
 * with a new stream where the bus came back without its last messages; `forget` gives up what a lost bus held.
 */
async function persist(call: Call): Promise<void> {
  const [mode, ...more] = call.args;
  if (more.length > 0 || (mode !== undefined && !persistModes.includes(mode))) {
    throw new UsageError('This command takes drain, renew, status, forget or nothing.');
  }
  if (mode === 'forget') {
    return withStorage(call, ({ busStore }) => busStore.forget(), { withoutBus: true });
  }
  const { bus } = call.config;
  if (!bus) throw new UsageError('There is no bus: set NATS_URL.');
  if (mode === 'renew' || mode === 'status') {
    const work = mode === 'renew' ? renewBus : tellBus;
    return withStorage(call, ({ busStore: store }) => work({ store, bus }), { withoutBus: true });
  }
  const persisting = { ...call, config: { ...call.config, bus: { ...bus, persists: true } } };
  await withStorage(persisting, async ({ log, busStore }) => {
    if (mode === undefined) return untilStopped();
    if (log instanceof JetStreamLog) {
      await log.settled().catch((error) => {
        throw log.misfit ? new UsageError(`Nothing was drained: ${log.misfit}`) : error;
      });
    }
    await busStore.forget();
    console.log('Everything on the bus is in the database.');
  });
}

async function renewBus(place: Parameters<typeof renew>[0]): Promise<void> {
  const done = await renew(place).catch((error: Error) => {
    throw new UsageError(error.message);
  });
  console.log(done);
}

/** Exits with 1 while bus and database do not fit, for scripts. */
async function tellBus(place: Parameters<typeof standingText>[0]): Promise<void> {
  const { text, fits } = await standingText(place);
  console.log(text);
  if (!fits) process.exitCode = 1;
}

async function untilStopped(): Promise<void> {
  console.log('Writing from the bus to the database.');
  await new Promise<void>((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve());
  });
}

async function withStorage(
  call: Call,
  work: (storage: Storage) => Promise<void>,
  { mayBeNew = false, ...options }: { withoutBus?: boolean; mayBeNew?: boolean } = {},
): Promise<void> {
  const { database } = call.config;
  // With a wrong DATA_DIR a command would otherwise make a database, and find nothing to do in it.
  if (database.engine === 'sqlite' && !mayBeNew && !existsSync(database.path))
    throw new UsageError(
      `There is no database at ${database.path}: start the server once, or correct DATA_DIR.`,
    );
  const keys = serverKeys(loadServerKey(call.config.serverKey, call.config.dataDir));
  const storage = await openStorage({
    config: call.config,
    keyCheck: keys.check,
    isBeside: true,
    onWaiting: (fault) => call.log.warn({ fault: String(fault) }, 'the database does not answer yet'),
    onFault: (fault) => call.log.error({ fault: String(fault) }, 'storage fault'),
    ...options,
  });
  try {
    await work(storage);
  } finally {
    await storage.stop();
  }
}

function withContext(
  call: Call,
  work: (context: Context, idp: Idp | undefined) => Promise<void>,
): Promise<void> {
  const { config, log } = call;
  return withStorage(call, async (storage) => {
    const keys = serverKeys(loadServerKey(config.serverKey, config.dataDir));
    const clock = Date.now;
    const idp =
      config.identity.mode === 'embedded'
        ? await createIdp({
            store: accountStore(storage.database),
            publicUrl: config.publicUrl,
            encryptionKey: keys.identityProvider,
            clock,
            version,
            audit: async () => {},
            clientIp: () => '',
            limit: () => {},
            log,
          })
        : undefined;
    const invitations = idp?.invitations ?? externalInvitations(config.publicUrl);
    await work(
      {
        store: storage.store,
        log: storage.log,
        invitations,
        clock,
        founders: config.founders,
        bell: storage.bell,
        publicUrl: config.publicUrl,
        sendsMail: config.smtpUrl !== undefined,
        pepper: keys.pepper,
        redact: (value) => value,
      },
      idp,
    );
  });
}
