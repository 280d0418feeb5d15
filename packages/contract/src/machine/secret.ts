import { type Static, Type } from 'typebox';
import { choice, id, text, timestamp } from '../field.ts';
import { limits } from '../limits.ts';

export const SecretEnvironment = choice(['live', 'test']);
export type SecretEnvironment = Static<typeof SecretEnvironment>;

const fields = {
  secretId: id('`sec_…`'),
  organizationId: id('`org_…`'),
  secretPrefix: Type.String({ description: '`sk_live_` or `sk_test_`' }),
  environment: SecretEnvironment,
  status: choice(['active', 'revoked']),
  label: Type.Optional(Type.String()),
  createdBy: id('`usr_…` of the issuer'),
  createdAt: timestamp,
  revokedAt: Type.Optional(timestamp),
};

export const Secret = Type.Object(fields);
export type Secret = Static<typeof Secret>;

export const IssuedSecret = Type.Object({
  ...fields,
  secret: Type.String({ description: 'The plaintext, shown this once.' }),
});
export type IssuedSecret = Static<typeof IssuedSecret>;

export const SecretList = Type.Object({ secrets: Type.Array(Secret) });

export const IssueSecret = Type.Object({
  environment: Type.Optional(SecretEnvironment),
  label: Type.Optional(text(limits.label)),
});
export type IssueSecret = Static<typeof IssueSecret>;

export const secretPrefix = { live: 'sk_live_', test: 'sk_test_' } as const;
export const machineKeyPrefix = { live: 'mk_live_', test: 'mk_test_' } as const;
