import { Type } from 'typebox';
import { RemoveMember } from '../access/data-request.ts';
import { id } from '../field.ts';
import {
  ChangeMember,
  Invitation,
  InviteByLink,
  InvitedMember,
  InviteMember,
  Member,
  MemberList,
} from '../member.ts';
import { type Route, route } from '../route.ts';

const userId = Type.Object({ userId: id('`usr_…`') });

/** People of an organization. */
export const memberRoutes = {
  listMembers: route({
    number: 6,
    method: 'GET',
    path: '/v1/organizations/me/members',
    credential: 'jwt',
    content: 'none',
    role: 'member',
    summary: 'List active and invited members',
    responses: { 200: MemberList },
    errors: [],
  }),
  inviteMember: route({
    number: 7,
    method: 'POST',
    path: '/v1/organizations/me/members',
    credential: 'jwt',
    content: 'none',
    role: 'admin',
    summary: 'Invite a user by e-mail',
    body: InviteMember,
    responses: { 201: InvitedMember },
    errors: ['member_exists'],
  }),
  inviteByLink: route({
    method: 'POST',
    path: '/v1/organizations/me/members/{userId}/invitation',
    credential: 'jwt',
    content: 'none',
    role: 'admin',
    summary: 'Make a fresh invitation link for an invited member',
    params: userId,
    body: InviteByLink,
    responses: { 201: Invitation },
    errors: ['member_not_found', 'member_active'],
  }),
  changeMember: route({
    method: 'PATCH',
    path: '/v1/organizations/me/members/{userId}',
    credential: 'jwt',
    content: 'none',
    role: 'admin',
    summary: 'Give a member another role',
    params: userId,
    body: ChangeMember,
    responses: { 200: Member },
    errors: ['member_not_found', 'last_owner'],
  }),
  removeMember: route({
    method: 'DELETE',
    path: '/v1/organizations/me/members/{userId}',
    credential: 'jwt',
    content: 'none',
    role: 'admin',
    summary: 'End a membership, or take an invitation back',
    params: userId,
    query: RemoveMember,
    responses: { 200: Member },
    errors: ['member_not_found', 'last_owner', 'legal_hold'],
  }),
} as const satisfies Record<string, Route>;
