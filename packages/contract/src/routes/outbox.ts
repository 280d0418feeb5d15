import { Type } from 'typebox';
import { id } from '../field.ts';
import {
  AddEndpoint,
  AddedEndpoint,
  ChangeEndpoint,
  DeliveryPage,
  Endpoint,
  EndpointDelivery,
  EndpointList,
  ListDeliveries,
  RotatedEndpoint,
} from '../outbox/endpoint.ts';
import { type Route, route } from '../route.ts';

const endpointId = Type.Object({ endpointId: id('`ept_…`') });
const deliveryId = Type.Object({ endpointId: id('`ept_…`'), deliveryId: id('`dlv_…`') });
const emptyBody = Type.Object({});
const admin = { credential: 'jwt', role: 'admin', content: 'none' } as const;

/** Where an organization is told of things: webhooks and chat. */
export const outboxRoutes = {
  addEndpoint: route({
    ...admin,
    method: 'POST',
    path: '/v1/organizations/me/endpoints',
    summary: 'Tell a webhook or a channel of a chat what happens here',
    body: AddEndpoint,
    responses: { 201: AddedEndpoint },
    errors: ['limit_reached'],
  }),
  listEndpoints: route({
    ...admin,
    method: 'GET',
    path: '/v1/organizations/me/endpoints',
    summary: 'List endpoints, without their secrets',
    responses: { 200: EndpointList },
    errors: [],
  }),
  changeEndpoint: route({
    ...admin,
    method: 'PATCH',
    path: '/v1/organizations/me/endpoints/{endpointId}',
    summary: 'Change what an endpoint is told, or switch it off or on',
    params: endpointId,
    body: ChangeEndpoint,
    responses: { 200: Endpoint },
    errors: ['endpoint_not_found'],
  }),
  removeEndpoint: route({
    ...admin,
    method: 'DELETE',
    path: '/v1/organizations/me/endpoints/{endpointId}',
    summary: 'Remove an endpoint with everything it has yet to be told',
    params: endpointId,
    responses: { 200: Endpoint },
    errors: ['endpoint_not_found'],
  }),
  rotateEndpoint: route({
    ...admin,
    method: 'POST',
    path: '/v1/organizations/me/endpoints/{endpointId}/secret',
    summary: 'Give a webhook another secret; the one before signs as well for 24 hours',
    params: endpointId,
    body: emptyBody,
    responses: { 200: RotatedEndpoint },
    errors: ['endpoint_not_found'],
  }),
  testEndpoint: route({
    ...admin,
    method: 'POST',
    path: '/v1/organizations/me/endpoints/{endpointId}/test',
    summary: 'Send an endpoint a test',
    params: endpointId,
    body: emptyBody,
    responses: { 200: EndpointDelivery },
    errors: ['endpoint_not_found'],
  }),
  listDeliveries: route({
    ...admin,
    method: 'GET',
    path: '/v1/organizations/me/endpoints/{endpointId}/deliveries',
    summary: 'What an endpoint was told and is to be told, newest first',
    params: endpointId,
    query: ListDeliveries,
    responses: { 200: DeliveryPage },
    errors: ['endpoint_not_found', 'invalid_cursor'],
  }),
  retryDelivery: route({
    ...admin,
    method: 'POST',
    path: '/v1/organizations/me/endpoints/{endpointId}/deliveries/{deliveryId}/retry',
    summary: 'Send something again, now',
    params: deliveryId,
    body: emptyBody,
    responses: { 200: EndpointDelivery },
    errors: ['endpoint_not_found', 'delivery_not_found'],
  }),
} as const satisfies Record<string, Route>;
