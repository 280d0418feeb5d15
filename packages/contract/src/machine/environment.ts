import { type Static, Type } from 'typebox';
import { choice, id, semver, text, timestamp } from '../field.ts';
import { limits } from '../limits.ts';

export const Platform = choice(['darwin', 'linux', 'win32']);
export type Platform = Static<typeof Platform>;

/** The key a machine has of its own. */
export const MachineKey = Type.Object(
  {
    status: choice(['active', 'revoked']),
    issuedAt: timestamp,
    lastUsedAt: Type.Optional(timestamp),
    rotationAskedAt: Type.Optional(timestamp),
  },
  { description: 'Extension: absent while the machine uses the organization secret.' },
);
export type MachineKey = Static<typeof MachineKey>;

export const ExchangeKey = Type.Object({
  machineId: Type.Optional(
    text(limits.machineId, {
      min: 1,
      description: 'What the machine was registered with; with a secret only.',
    }),
  ),
});
export const IssuedKey = Type.Object({
  environmentId: id('`env_…`'),
  machineKey: Type.String({ description: 'The plaintext, shown this once.' }),
});
export type IssuedKey = Static<typeof IssuedKey>;

export const Environment = Type.Object({
  environmentId: id('`env_…`'),
  organizationId: id('`org_…`'),
  displayName: Type.Optional(Type.String()),
  hostname: Type.String(),
  platform: Platform,
  repoRoot: Type.Optional(Type.String()),
  repoRemote: Type.Optional(Type.String()),
  gitBranch: Type.Optional(Type.String()),
  serviceCliVersion: Type.String(),
  status: choice(['active', 'revoked']),
  key: Type.Optional(MachineKey),
  authorUserId: Type.Optional(id('Extension: the member whose machine it is.')),
  lastSeenAt: timestamp,
  createdAt: timestamp,
  updatedAt: timestamp,
});
export type Environment = Static<typeof Environment>;

export const EnvironmentList = Type.Object({ environments: Type.Array(Environment) });
export const EnvironmentAnswer = Type.Object({ environment: Environment });

/** `/…`, `X:\…`, `X:/…` or `\\…` (E6). */
export const absolutePath = Type.String({
  ...text(limits.path, { min: 1 }),
  pattern: '^(?:/|[A-Za-z]:[\\\\/]|\\\\\\\\)[^\\p{Cc}\\p{Cs}]*$',
  description: 'Absolute path.',
});

export const RegisterEnvironment = Type.Object({
  displayName: Type.Optional(text(limits.displayName)),
  hostname: text(limits.hostname, { min: 1 }),
  platform: Platform,
  repoRoot: Type.Optional(absolutePath),
  repoRemote: Type.Optional(text(limits.remote, { description: 'Git remote URL; userinfo is not kept.' })),
  gitBranch: Type.Optional(text(limits.branch)),
  serviceCliVersion: semver,
  machineId: Type.Optional(
    text(limits.machineId, {
      min: 1,
      description: 'Extension: what identifies the machine. Never returned.',
    }),
  ),
});
export type RegisterEnvironment = Static<typeof RegisterEnvironment>;

export const RegisteredEnvironment = Type.Object({ environmentId: id('`env_…`'), environment: Environment });

export const Heartbeat = Type.Object({
  serviceCliVersion: Type.Optional(semver),
  redactedRevision: Type.Optional(
    text(limits.revision, { description: 'Extension: the `redacted.revision` that the recorder has.' }),
  ),
});

const whole = Type.Integer({ minimum: 0, maximum: 0xffffffff });

/** By what words are known that were redacted: digests, never the words. */
export const RedactedWords = Type.Object({
  key: Type.String({ description: "The organization's key of these digests." }),
  revision: Type.String({ maxLength: limits.revision }),
  words: Type.Array(
    Type.Object({
      scope: Type.Optional(
        Type.String({
          description: 'Digest of the `externalId` they belong to; absent where they count in all.',
        }),
      ),
      forms: Type.Array(
        Type.Object({
          length: whole,
          at: whole,
          sum: whole,
          ends: whole,
          mac: Type.String({ description: 'Half of an HMAC-SHA256, in hex.' }),
        }),
        { description: 'The ways they may be written.' },
      ),
    }),
    { description: `The latest ${limits.redactedTold}.` },
  ),
});
export type RedactedWords = Static<typeof RedactedWords>;

export const HeartbeatAnswer = Type.Object({
  environmentId: id('`env_…`'),
  lastSeenAt: timestamp,
  rotateKey: Type.Optional(
    Type.Boolean({ description: "Extension: the machine's own key should be exchanged for another one." }),
  ),
  redacted: Type.Optional({
    ...RedactedWords,
    description:
      'Extension: what people took out of sessions, so that it is not sent again. Absent when the recorder has it already.',
  }),
});
