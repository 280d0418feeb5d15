import { createSecretKey } from 'node:crypto';
import { after, before, describe } from 'node:test';
import type { AuditAction, Role } from '@debrief/contract';
import type { MemberActor, SecretActor } from '../../src/domain/actor.ts';
import type { Context } from '../../src/domain/context.ts';
import type { Invitations } from '../../src/domain/ports.ts';
import type { NotificationRecord } from '../../src/domain/review/records.ts';
import { aMember, storedSession, storedTenant } from '../record.ts';
import { type TestStorage, testStorage } from '../storage.ts';

/** Before this moment nothing happened in such an organization. */
export const begin = Date.UTC(2026, 0, 31, 10);

/** What the context was asked to do besides storing. */
export interface Heard {
  /** Sessions whose readers were told to look again. */
  sessions: { sessionId: string; derived?: boolean }[];
  /** Members whose streams were told to look again. */
  members: string[];
  /** Calls of the port that invites, with the address. */
  invitations: [call: 'admit' | 'find' | 'invite', email: string, handOver?: boolean | undefined][];
}

/**
 * An organization on a database alone, without a server: the rules of the domain with a real store and a clock of the
 * test's own. What the bell and the port of invitations were told is in `heard`. Several may share a storage, which takes
 * longest to open.
 */
export async function anOrganizationAlone(shared?: TestStorage) {
  const storage = shared ?? (await testStorage('sqlite'));
  const { store, log } = storage;
  const tenant = await storedTenant(store);
  const { organizationId } = tenant.organization;
  const time = { now: begin };
  const heard: Heard = { sessions: [], members: [], invitations: [] };
  const invitations: Invitations = {
    sendsMail: false,
    admit: async (_, email) => void heard.invitations.push(['admit', email]),
    findMailed: async ({ email }) => void heard.invitations.push(['find', email]),
    invite: async ({ email }, options) => {
      heard.invitations.push(['invite', email, options?.handOver]);
      return { singleUse: true, sent: true, expiresAt: time.now + 1 };
    },
  };
  const context = {
    store,
    log,
    invitations,
    clock: () => time.now,
    bell: {
      ring: ({ sessionId, derived }: { sessionId: string; derived?: boolean }) =>
        heard.sessions.push({ sessionId, ...(derived && { derived }) }),
      ringMember: (userId: string) => heard.members.push(userId),
    },
    founders: 'everyone',
    publicUrl: 'https://debrief.example',
    pepper: createSecretKey(Buffer.alloc(32, 1)),
    sendsMail: false,
    redact: (value: unknown) => value,
    request: { requestId: 'req_1', ip: '192.0.2.1' },
  } as unknown as Context;
  const owner: MemberActor = { kind: 'member', organizationId, userId: tenant.owner.userId, role: 'owner' };
  const machine: SecretActor = { kind: 'secret', organizationId, secretId: 'sec_1', environment: 'live' };
  return {
    storage,
    context,
    tenant,
    owner,
    machine,
    time,
    heard,
    /** Forgets what was heard; what `work` makes heard is the answer. */
    async hears(work: () => Promise<unknown>): Promise<Heard> {
      heard.sessions = [];
      heard.members = [];
      heard.invitations = [];
      await work();
      return { ...heard };
    },
    /** An active member. */
    async member(role: Role = 'member'): Promise<MemberActor> {
      const { userId, email } = aMember({ organizationId });
      const invited = { organizationId, userId, email, role, status: 'invited' as const };
      const dates = { joinedAt: null, createdAt: time.now, updatedAt: time.now };
      await store.member.invite({ ...invited, ...dates }, () => true);
      const principal = { issuer: tenant.principal.issuer, subject: userId, email, emailVerified: true };
      await store.identity.activate(principal, time.now);
      return { kind: 'member', organizationId, userId, role };
    },
    session: (author?: MemberActor) => storedSession(store, tenant, { authorUserId: author?.userId ?? null }),
    entries: async (action: AuditAction) => store.audit.list(organizationId, { limit: 100, action }),
    told: (userId: string): Promise<NotificationRecord[]> =>
      store.notification.list(userId, { unread: true, now: time.now, limit: 100 }),
    [Symbol.asyncDispose]: () => storage[Symbol.asyncDispose](),
  };
}

export type OrganizationAlone = Awaited<ReturnType<typeof anOrganizationAlone>>;

/** Tests of the domain's rules with a real store and no server; all of them share the storage, which takes long to open. */
export function onAStoreAlone(name: string, suite: (storage: () => TestStorage) => void): void {
  describe(`${name}, on a store alone`, () => {
    let storage: TestStorage;
    before(async () => {
      storage = await testStorage('sqlite');
    });
    after(() => storage[Symbol.asyncDispose]());
    suite(() => storage);
  });
}
