import { type Static, Type } from 'typebox';
import { choice, id, text, timestamp } from './field.ts';
import { limits } from './limits.ts';

export const Role = choice(['owner', 'admin', 'member']);
export type Role = Static<typeof Role>;

export const MemberStatus = choice(['active', 'invited']);

export const Member = Type.Object({
  organizationId: id('`org_…`'),
  userId: id('`usr_…`, kept for life'),
  email: Type.String(),
  role: Role,
  status: MemberStatus,
  joinedAt: Type.Optional(timestamp),
  createdAt: timestamp,
  updatedAt: timestamp,
});
export type Member = Static<typeof Member>;

export const MemberList = Type.Object({ users: Type.Array(Member) });

export const InviteMember = Type.Object({
  email: Type.String({
    ...text(limits.email, { min: 3 }),
    pattern: '^[^@\\s\\p{Cc}\\p{Cs}]+@[^@\\s\\p{Cc}\\p{Cs}]+$',
    description: 'Compared lower-cased, shown as given.',
  }),
  role: Type.Optional(Role),
});
export type InviteMember = Static<typeof InviteMember>;

export const InvitedMember = Type.Object({
  userId: id('`usr_…`'),
  email: Type.String(),
  role: Role,
  status: MemberStatus,
});
export type InvitedMember = Static<typeof InvitedMember>;

/** Extension. */
export const ChangeMember = Type.Object({ role: Role });
export type ChangeMember = Static<typeof ChangeMember>;

/** Extension. */
export const InviteByLink = Type.Object({
  handOver: Type.Optional(
    Type.Boolean({
      description:
        'Return the link although the server could mail it. A link that was handed over proves nothing about the address.',
    }),
  ),
});
export type InviteByLink = Static<typeof InviteByLink>;

/** Extension: how an invited person gets in. */
export const Invitation = Type.Object({
  userId: id('`usr_…`'),
  url: Type.Optional(
    Type.String({
      description: 'Hand this to the invited person. Absent when the link travels by mail alone.',
    }),
  ),
  singleUse: Type.Boolean({ description: 'False when an external identity provider signs people in.' }),
  expiresAt: Type.Optional(timestamp),
  sent: Type.Boolean({ description: 'True when it was sent by e-mail.' }),
});
export type Invitation = Static<typeof Invitation>;
