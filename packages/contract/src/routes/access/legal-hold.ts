import { Type } from 'typebox';
import { LegalHold, LegalHoldList, LiftLegalHold, SetLegalHold } from '../../access/legal-hold.ts';
import { id } from '../../field.ts';
import { type Route, route } from '../../route.ts';

/** Extensions: what nobody deletes or takes words out of, whatever else says that it should go. */
export const legalHoldRoutes = {
  listLegalHolds: route({
    method: 'GET',
    path: '/v1/organizations/me/legal-holds',
    credential: 'jwt',
    content: 'none',
    role: 'admin',
    summary: 'Legal holds, in force and over',
    responses: { 200: LegalHoldList },
    errors: [],
  }),
  setLegalHold: route({
    method: 'POST',
    path: '/v1/organizations/me/legal-holds',
    credential: 'jwt',
    content: 'none',
    role: 'admin',
    summary: 'Keep a session, or those of a repository or a member, from every deletion and redaction',
    body: SetLegalHold,
    responses: { 201: LegalHold },
    errors: ['session_not_found', 'member_not_found', 'limit_reached'],
  }),
  liftLegalHold: route({
    method: 'PUT',
    path: '/v1/organizations/me/legal-holds/{legalHoldId}/lift',
    credential: 'jwt',
    content: 'none',
    role: 'admin',
    summary: 'Ask to lift a legal hold before it ends, agree as a second admin, or decline',
    params: Type.Object({ legalHoldId: id('`lgh_…`') }),
    body: LiftLegalHold,
    responses: { 200: LegalHold },
    errors: ['legal_hold_not_found', 'second_admin_needed'],
  }),
} as const satisfies Record<string, Route>;
