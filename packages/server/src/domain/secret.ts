import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import { crc32 } from 'node:zlib';
import {
  DebriefError,
  type IssuedSecret,
  type IssueSecret,
  limits,
  type Secret,
  type SecretEnvironment,
  secretPrefix,
} from '@debrief/contract';
import type { MemberActor, SecretActor } from './actor.ts';
import { recordDeed } from './audit.ts';
import type { Context } from './context.ts';
import { base62, isId, newId, randomBase62 } from './id.ts';
import { keysOnly } from './machine/wall.ts';
import { iso, isoOrNone, present } from './present.ts';
import type { CredentialRecord, SecretRecord } from './records.ts';

const shape = /^[sm]k_(?:live|test)_[0-9A-Za-z]{38}$/;

/** Prefix, 32 random base62 characters, six of CRC-32 over all of it (K2). */
export function makeSecret(
  environment: SecretEnvironment,
  prefixes: Record<SecretEnvironment, string> = secretPrefix,
): string {
  const body = prefixes[environment] + randomBase62(32);
  return body + checksum(body);
}

const checksum = (body: string): string => base62(crc32(body), 6);

/** Typos and scanners' guesses die here, without a look at the store (A2). */
export const isWellFormedSecret = (secret: string): boolean => shape.test(secret) && hasChecksum(secret);

/** Whether it ends in the checksum of what is before. */
export const hasChecksum = (secret: string): boolean => checksum(secret.slice(0, -6)) === secret.slice(-6);

/** HMAC with the server's pepper; `v1.` leaves room to rotate it (K3). */
export const digestSecret = (pepper: KeyObject, secret: string): string =>
  `v1.${createHmac('sha256', pepper).update(secret).digest('hex')}`;

function presentSecret(secret: SecretRecord): Secret {
  const { digest: _, ...rest } = secret;
  return present({
    ...rest,
    secretPrefix: secretPrefix[secret.environment],
    createdAt: iso(secret.createdAt),
    revokedAt: isoOrNone(secret.revokedAt),
  });
}

export async function issueSecret(
  context: Context,
  actor: MemberActor,
  input: IssueSecret,
): Promise<IssuedSecret> {
  const environment = input.environment ?? 'live';
  const plaintext = makeSecret(environment);
  const secret: SecretRecord = {
    secretId: newId('sec'),
    organizationId: actor.organizationId,
    digest: digestSecret(context.pepper, plaintext),
    environment,
    status: 'active',
    label: input.label ?? null,
    createdBy: actor.userId,
    createdAt: context.clock(),
    revokedAt: null,
  };
  if (!(await context.store.secret.add(secret, limits.activeSecrets))) {
    throw new DebriefError(
      'limit_reached',
      `An organization has at most ${limits.activeSecrets} active secrets; revoke one first.`,
    );
  }
  await recordDeed(context, actor, 'secret_issued', secret.secretId);
  return { ...presentSecret(secret), secret: plaintext };
}

export async function listSecrets(context: Context, actor: MemberActor): Promise<{ secrets: Secret[] }> {
  const secrets = await context.store.secret.list(actor.organizationId);
  return { secrets: secrets.map(presentSecret) };
}

export async function revokeSecret(
  context: Context,
  actor: MemberActor,
  input: { secretId: string },
): Promise<Secret> {
  const before = isId('sec', input.secretId)
    ? await context.store.secret.revoke(actor.organizationId, input.secretId, context.clock())
    : undefined;
  if (!before) throw new DebriefError('secret_not_found', 'No such secret in this organization.');
  if (before.changed) await recordDeed(context, actor, 'secret_revoked', input.secretId);
  return presentSecret(before.secret);
}

/**
 * Turns a presented secret or machine's key into its actor, from the store on every request: a revocation counts at
 * once (A3). `registers`: a secret is enough also where machines use their own key.
 */
export async function authenticateSecret(
  context: Pick<Context, 'store' | 'pepper' | 'clock'>,
  presented: string,
  { registers = false } = {},
): Promise<SecretActor> {
  const invalid = () => new DebriefError('invalid_secret', 'The organization secret is not valid.');
  if (!isWellFormedSecret(presented)) throw invalid();
  const digest = digestSecret(context.pepper, presented);
  const secret = await context.store.secret.findByDigest(digest);
  if (!secret || !timingSafeEqual(Buffer.from(secret.digest), Buffer.from(digest))) throw invalid();
  if (secret.status === 'revoked') {
    throw new DebriefError('secret_revoked', 'The organization secret has been revoked.');
  }
  if (secret.registersOnly === 1 && !registers) throw keysOnly();
  const { organizationId, secretId, environment, environmentId } = secret;
  if (environmentId !== null) await noteUse(context, secret);
  return {
    kind: 'secret',
    organizationId,
    secretId,
    environment,
    ...(environmentId !== null && { environmentId }),
  };
}

const hour = 3_600_000;

/** To the hour, so that reading a credential costs no write. The first use makes the key before it void (K12). */
async function noteUse(
  { store, clock }: Pick<Context, 'store' | 'clock'>,
  { secretId, lastUsedAt }: CredentialRecord,
): Promise<void> {
  const now = clock();
  if (lastUsedAt === null || now - lastUsedAt >= hour) await store.machineKey.noteUse(secretId, now);
}

const maxRemembered = 10_000;

/**
 * Secrets that were valid a moment ago, by their digest. Enough to let a request in when the log sees to it that the
 * secret is still active as it stores; nothing else may rely on it.
 */
export class RememberedSecrets {
  readonly #pepper: KeyObject;
  readonly #max: number;
  readonly #actors = new Map<string, SecretActor>();

  constructor(pepper: KeyObject, max = maxRemembered) {
    this.#pepper = pepper;
    this.#max = max;
  }

  /** Who this is, if it was seen before. */
  recall(presented: string): SecretActor | undefined {
    return isWellFormedSecret(presented)
      ? this.#actors.get(digestSecret(this.#pepper, presented))
      : undefined;
  }

  remember(presented: string, actor: SecretActor): void {
    this.#actors.set(digestSecret(this.#pepper, presented), { ...actor, remembered: true });
    // The one remembered longest ago is looked up again when it comes next.
    const [oldest] = this.#actors.keys();
    if (this.#actors.size > this.#max && oldest !== undefined) this.#actors.delete(oldest);
  }

  forget(presented: string): void {
    this.#actors.delete(digestSecret(this.#pepper, presented));
  }
}
