import { Type } from 'typebox';
import { id } from '../../field.ts';
import { type Route, route } from '../../route.ts';
import { SaveView, View, ViewList } from '../../search.ts';

const views = '/v1/organizations/me/views';

/** Extensions: views that a member has saved, for themselves or for the team. */
export const viewRoutes = {
  listViews: route({
    method: 'GET',
    path: views,
    credential: 'jwt',
    content: 'none',
    role: 'member',
    summary: "The member's own views and those of the team, oldest first",
    responses: { 200: ViewList },
    errors: [],
  }),
  saveView: route({
    method: 'POST',
    path: views,
    credential: 'jwt',
    content: 'none',
    role: 'member',
    summary:
      'Save a view; one of the same name is replaced, one of the team by who saved it or an administrator',
    body: SaveView,
    responses: { 201: View },
    errors: ['limit_reached', 'not_yours'],
  }),
  removeView: route({
    method: 'DELETE',
    path: `${views}/{viewId}`,
    credential: 'jwt',
    content: 'none',
    role: 'member',
    summary:
      "Remove one of the member's views, or one of the team that they saved; an administrator any of the team",
    params: Type.Object({ viewId: id('`viw_…`') }),
    responses: { 200: View },
    errors: ['view_not_found', 'not_yours'],
  }),
} as const satisfies Record<string, Route>;
