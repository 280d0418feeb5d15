import { newId } from '../src/domain/id.ts';
import type { Store } from '../src/domain/ports.ts';
import type {
  EnvironmentRecord,
  InstallationRecord,
  MemberRecord,
  OrganizationRecord,
  SecretRecord,
  SessionRecord,
} from '../src/domain/records.ts';
import type { EventLog } from '../src/domain/session/log-ports.ts';

/** Records with everything a test does not care about filled in. */

const at = 1_700_000_000_000;

export const anOrganization = (given: Partial<OrganizationRecord> = {}): OrganizationRecord => ({
  organizationId: newId('org'),
  name: 'Acme',
  slug: `acme-${newId('org').slice(4).toLowerCase()}`,
  status: 'active',
  ownerUserId: newId('usr'),
  createdAt: at,
  updatedAt: at,
  ...given,
});

export const aMember = (
  given: Partial<MemberRecord> & Pick<MemberRecord, 'organizationId'>,
): MemberRecord => ({
  userId: newId('usr'),
  email: `${newId('usr')}@example.com`,
  role: 'member',
  status: 'invited',
  joinedAt: null,
  createdAt: at,
  updatedAt: at,
  ...given,
});

export const anEnvironment = (
  given: Partial<EnvironmentRecord> & Pick<EnvironmentRecord, 'organizationId'>,
): EnvironmentRecord => ({
  environmentId: newId('env'),
  machineId: null,
  displayName: null,
  hostname: 'laptop',
  platform: 'linux',
  repoRoot: null,
  repoRemote: null,
  gitBranch: null,
  serviceCliVersion: '1.0.0',
  status: 'active',
  secretEnvironment: 'live',
  keyedAt: null,
  keyRotationAskedAt: null,
  authorUserId: null,
  lastSeenAt: at,
  createdAt: at,
  updatedAt: at,
  ...given,
});

export const anInstallation = (
  given: Partial<InstallationRecord> & Pick<InstallationRecord, 'organizationId'>,
): InstallationRecord => ({
  installationId: newId('ins'),
  agentId: 'claude-code',
  environmentId: null,
  version: null,
  config: null,
  status: 'active',
  createdAt: at,
  updatedAt: at,
  ...given,
});

export const aSession = (
  given: Partial<SessionRecord> & Pick<SessionRecord, 'organizationId' | 'environmentId' | 'installationId'>,
): SessionRecord => ({
  sessionId: newId('ses'),
  agentId: 'claude-code',
  status: 'active',
  secretEnvironment: 'live',
  title: null,
  repoRoot: null,
  gitBranch: null,
  repository: null,
  externalId: null,
  continuesSessionId: null,
  authorUserId: null,
  startedAt: at,
  startedAtSource: null,
  endedAt: null,
  eventCount: 0,
  heldFor: null,
  createdAt: at,
  updatedAt: at,
  ...given,
});

export const aSecret = (organizationId: string, given: Partial<SecretRecord> = {}): SecretRecord => ({
  secretId: newId('sec'),
  organizationId,
  digest: `v1.${newId('sec')}`,
  environment: 'live',
  status: 'active',
  label: null,
  createdBy: newId('usr'),
  createdAt: at,
  revokedAt: null,
  ...given,
});

/** An organization with an owner, an environment and an installation, stored. */
export async function storedTenant(store: Store) {
  const organization = anOrganization();
  const { organizationId, ownerUserId } = organization;
  const owner = aMember({
    organizationId,
    userId: ownerUserId,
    role: 'owner',
    status: 'active',
    joinedAt: at,
  });
  const principal = {
    issuer: 'https://idp.test',
    subject: owner.userId,
    email: owner.email,
    emailVerified: true,
  };
  await store.organization.create(organization, owner, principal);
  const environment = await store.environment.register(
    anEnvironment({ organizationId, hostname: newId('env') }),
  );
  const { environmentId } = environment;
  const installation = await store.installation.register(anInstallation({ organizationId, environmentId }));
  return { organization, owner, principal, environment, installation };
}

export type Tenant = Awaited<ReturnType<typeof storedTenant>>;

export async function storedSession(
  store: Store,
  tenant: Tenant,
  given: Partial<SessionRecord> = {},
): Promise<SessionRecord> {
  const session = aSession({
    organizationId: tenant.organization.organizationId,
    environmentId: tenant.environment.environmentId,
    installationId: tenant.installation.installationId,
    ...given,
  });
  await store.session.open(session, undefined);
  return session;
}

/** Deletes a session as far as the store and the log go; what is derived from it stays. */
export async function eraseSession(
  { store, log }: { store: Store; log: EventLog },
  { sessionId, organizationId }: Pick<SessionRecord, 'sessionId' | 'organizationId'>,
): Promise<void> {
  const wanted = {
    sessionId,
    organizationId,
    reason: 'operator' as const,
    requestedBy: null,
    requestedAt: at,
    proof: null,
  };
  const begun = await store.erasure.begin(wanted);
  if (begun && 'erasure' in begun) await log.erase(begun.erasure);
}
