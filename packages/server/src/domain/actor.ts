import type { AccessPolicy, Role, SecretEnvironment, TokenChannel } from '@debrief/contract';
import type { Profile } from './records.ts';

/** A machine holding an organization secret, or its own key. */
export interface SecretActor {
  readonly kind: 'secret';
  readonly organizationId: string;
  readonly secretId: string;
  readonly environment: SecretEnvironment;
  /** With its own key: the machine it is (K11). */
  readonly environmentId?: string;
  /** Known from an earlier request: whoever stores something for it has to see that it is still active. */
  readonly remembered?: boolean;
}

/** A signed-in person with an active membership. */
export interface MemberActor {
  readonly kind: 'member';
  readonly organizationId: string;
  readonly userId: string;
  readonly role: Role;
  /** Who reads what in the organization; absent when everybody reads everything. */
  readonly access?: AccessPolicy;
  /** By the token of a terminal, which only reads (A18). */
  readonly terminalId?: string;
  /** A program asks for the person, with their token or over MCP. */
  readonly program?: Program;
}

/** What it reads is noted by its channel, what it writes is marked. */
export interface Program {
  readonly channel: TokenChannel;
  readonly tokenId?: string;
}

/** A program with a token of the organization, which is nobody's: the gate of a merge, or what follows the audit log. */
export interface GateActor {
  readonly kind: 'gate';
  readonly organizationId: string;
  readonly tokenId: string;
}

/** A signed-in person without an organization. */
export interface GuestActor {
  readonly kind: 'guest';
  readonly principal: Principal;
}

/** Whose turn it is where turns are taken: those of one organization share its turns. */
export interface Caller {
  readonly organizationId: string;
  /** A person, or what acts for a machine. */
  readonly person: string;
}

export function callerOf(actor: Actor): Caller {
  if (actor.kind === 'member') return { organizationId: actor.organizationId, person: actor.userId };
  if (actor.kind === 'secret') return { organizationId: actor.organizationId, person: actor.secretId };
  if (actor.kind === 'gate') return { organizationId: actor.organizationId, person: actor.tokenId };
  // Whoever has no organization shares with nobody.
  const { issuer, subject } = actor.principal;
  return { organizationId: `${issuer} ${subject}`, person: subject };
}

export type Actor = SecretActor | MemberActor | GateActor | GuestActor;

/** What a verified token proves; the profile may cost a request to the provider, so it is asked for only at need. */
export interface Identity {
  readonly issuer: string;
  readonly subject: string;
  profile(): Promise<Profile>;
}

/** Who the identity provider says it is: (issuer, subject) and nothing else identifies a person (O15). */
export interface Principal {
  readonly issuer: string;
  readonly subject: string;
  readonly email?: string;
  /** True only when the provider says so in as many words; an unverified address never links anything (O14). */
  readonly emailVerified: boolean;
}

const rank: Record<Role, number> = { member: 0, admin: 1, owner: 2 };

export const hasRole = (role: Role, min: Role): boolean => rank[role] >= rank[min];
