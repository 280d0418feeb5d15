import { Type } from 'typebox';
import { id } from '../field.ts';
import { type Route, route } from '../route.ts';
import { SaveView, View, ViewList } from '../search.ts';

const views = '/v1/organizations/me/views';

/** Extensions: views of the list that a member has saved. */
export const viewRoutes = {
  listViews: route({
    method: 'GET',
    path: views,
    credential: 'jwt',
    role: 'member',
    summary: "The member's own views of the list, oldest first",
    responses: { 200: ViewList },
    errors: [],
  }),
  saveView: route({
    method: 'POST',
    path: views,
    credential: 'jwt',
    role: 'member',
    summary: 'Save a view; one of the same name is replaced',
    body: SaveView,
    responses: { 201: View },
    errors: ['limit_reached'],
  }),
  removeView: route({
    method: 'DELETE',
    path: `${views}/{viewId}`,
    credential: 'jwt',
    role: 'member',
    summary: "Remove one of the member's views",
    params: Type.Object({ viewId: id('`viw_…`') }),
    responses: { 200: View },
    errors: ['view_not_found'],
  }),
} as const satisfies Record<string, Route>;
