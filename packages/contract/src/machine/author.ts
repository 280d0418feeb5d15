import { type Static, Type } from 'typebox';
import { id, timestamp } from '../field.ts';
import { Environment } from './environment.ts';

/** Extension: a link that makes the member who opens it the author of a machine's sessions. */
export const IssuedClaim = Type.Object({
  code: Type.String({ description: 'Eight characters as `ABCD-EFGH`. Works once.' }),
  url: Type.String({ description: "The dashboard's page for it." }),
  expiresAt: timestamp,
});
export type IssuedClaim = Static<typeof IssuedClaim>;

export const claimCode = Type.Object({
  code: Type.String({
    description: '`ABCD-EFGH`; case and the dash do not matter.',
    examples: [] as string[],
  }),
});

export const ClaimedEnvironment = Type.Object({
  environment: Environment,
  requested: Type.Optional(
    Type.Boolean({ description: 'The machine has an author: they, or an admin, are asked first.' }),
  ),
});
export type ClaimedEnvironment = Static<typeof ClaimedEnvironment>;

/** Extension: a member asks for a machine that has an author. */
export const ClaimRequest = Type.Object({
  environment: Environment,
  userId: id('`usr_…` of who asks'),
  requestedAt: timestamp,
  mayDecide: Type.Boolean({ description: 'Whether the caller may say yes.' }),
});
export type ClaimRequest = Static<typeof ClaimRequest>;
export const ClaimRequestList = Type.Object({ requests: Type.Array(ClaimRequest) });
export type ClaimRequestList = Static<typeof ClaimRequestList>;
export const DecideClaim = Type.Object({ accept: Type.Boolean() });

export const ClaimAnswer = Type.Object({ environment: Environment, expiresAt: timestamp });
export type ClaimAnswer = Static<typeof ClaimAnswer>;

/** Extension: whose machine it is, as the machine itself may know. */
export const AuthorAnswer = Type.Object({
  author: Type.Optional(Type.Object({ userId: id('`usr_…`'), email: Type.String() })),
});
export type AuthorAnswer = Static<typeof AuthorAnswer>;

export const SetAuthor = Type.Object({
  userId: id('`usr_…`, an active member'),
  earlier: Type.Optional(
    Type.Boolean({ description: 'Gives them the sessions of the machine that have no author, too.' }),
  ),
});
export type SetAuthor = Static<typeof SetAuthor>;
