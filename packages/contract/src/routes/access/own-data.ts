import { Type } from 'typebox';
import { AskDeletion, DataRequest, DataRequestList, DecideDataRequest } from '../../access/data-request.ts';
import { DownloadOwnData, OwnData, OwnDataLines } from '../../access/own-data.ts';
import { id } from '../../field.ts';
import { type Route, route } from '../../route.ts';

const requestId = Type.Object({ requestId: id('`drq_…`') });

/** Extensions: what is stored of the caller, and what is to become of it. */
export const ownDataRoutes = {
  getOwnData: route({
    method: 'GET',
    path: '/v1/organizations/me/own-data',
    credential: 'jwt',
    content: 'none',
    role: 'member',
    summary: 'How much of what is stored about you',
    responses: { 200: OwnData },
    errors: [],
  }),
  downloadOwnData: route({
    method: 'GET',
    path: '/v1/organizations/me/own-data/download',
    credential: 'jwt',
    content: 'sessions',
    role: 'member',
    summary: 'Everything that is stored about you, and your sessions',
    query: DownloadOwnData,
    contentType: 'application/x-ndjson',
    responses: { 200: OwnDataLines },
    errors: ['invalid_cursor'],
  }),
  askDeletion: route({
    method: 'POST',
    path: '/v1/organizations/me/data-requests',
    credential: 'jwt',
    content: 'none',
    role: 'member',
    summary: 'Ask that your sessions and comments be deleted',
    body: AskDeletion,
    responses: { 201: DataRequest },
    errors: ['secret_found'],
  }),
  listDataRequests: route({
    method: 'GET',
    path: '/v1/organizations/me/data-requests',
    credential: 'jwt',
    content: 'none',
    role: 'member',
    summary: 'Requests about what is stored of members: your own, for admins all',
    responses: { 200: DataRequestList },
    errors: [],
  }),
  decideDataRequest: route({
    method: 'PUT',
    path: '/v1/organizations/me/data-requests/{requestId}',
    credential: 'jwt',
    content: 'none',
    role: 'admin',
    summary: 'Grant a request to delete, or refuse it with a reason',
    params: requestId,
    body: DecideDataRequest,
    responses: { 200: DataRequest },
    errors: ['data_request_not_found', 'legal_hold', 'secret_found'],
  }),
  withdrawDataRequest: route({
    method: 'DELETE',
    path: '/v1/organizations/me/data-requests/{requestId}',
    credential: 'jwt',
    content: 'none',
    role: 'member',
    summary: 'Take your request to delete back, while nobody has answered',
    params: requestId,
    responses: { 200: DataRequest },
    errors: ['data_request_not_found'],
  }),
} as const satisfies Record<string, Route>;
