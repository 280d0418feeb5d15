import { type Static, Type } from 'typebox';
import { choice, cursor, id, nextCursor, text, timestamp } from '../field.ts';
import { limits } from '../limits.ts';

/** Where pull requests are told of the gate, as the status of their newest commit. */
export const forgeKinds = ['github', 'gitlab', 'forgejo'] as const;
export const endpointKinds = ['webhook', 'slack', 'teams', ...forgeKinds] as const;
export const EndpointKind = choice(
  endpointKinds,
  '`webhook`: Standard Webhooks 1.0. `slack`: also Mattermost, Rocket.Chat, and Discord with `/slack`. `github`, `gitlab` and `forgejo` (also Gitea): the gate as a commit status.',
);
export type EndpointKind = Static<typeof EndpointKind>;

/** What an endpoint may be told; `endpoint.test` comes when somebody tests it. */
export const endpointTypes = [
  'session.started',
  'session.completed',
  'session.failed',
  'session.silent',
  'finding.raised',
  'review.requested',
  'review.submitted',
  'thread.opened',
  'thread.resolved',
  'lesson.adopted',
  'lesson.retired',
  'session.released',
  'session.redacted',
  'session.deleted',
  'environment.registered',
  'environment.revoked',
  'secret.revoked',
  'member.joined',
] as const;
export type EndpointType = (typeof endpointTypes)[number] | 'endpoint.test';

const type = choice(endpointTypes);
const types = Type.Array(type, {
  minItems: 1,
  maxItems: endpointTypes.length,
  description: 'What it is told. A forge is told the gate and nothing else, so it names none.',
});
const credential = Type.String({
  minLength: 1,
  maxLength: limits.credential,
  description: 'What opens the receiver, kept encrypted and never shown: of a forge its token.',
});
const severity = choice(['low', 'medium', 'high'], 'The least severity of findings that are told.');
const withTitles = Type.Boolean({
  description: 'Titles of sessions are sent along, of those that the whole organization reads. Default: no.',
});
const name = text(limits.label, { min: 1 });

const fields = {
  endpointId: id('`ept_…`'),
  kind: EndpointKind,
  name: Type.String(),
  url: Type.String({ description: 'As much of the address as may be shown.' }),
  types: Type.Array(type, { description: 'None of a forge.' }),
  severity,
  withTitles: Type.Boolean(),
  isOn: Type.Boolean(),
  offReason: Type.Optional(
    choice(
      ['admin', 'gone', 'failing'],
      '`gone`: it answered 410. `failing`: nothing got through for three days.',
    ),
  ),
  failingSince: Type.Optional(timestamp),
  previousSecretUntil: Type.Optional(timestamp),
  createdBy: id('`usr_…`'),
  createdAt: timestamp,
};

/** Extension: where an organization is told of things. */
export const Endpoint = Type.Object(fields);
export type Endpoint = Static<typeof Endpoint>;

export const AddEndpoint = Type.Object({
  kind: EndpointKind,
  name,
  url: Type.String({
    minLength: 1,
    maxLength: limits.remote,
    description: 'Of a forge the address of its API: `https://api.github.com`, `https://gitlab.com`.',
  }),
  types: Type.Optional(types),
  credential: Type.Optional(credential),
  severity: Type.Optional(severity),
  withTitles: Type.Optional(withTitles),
});
export type AddEndpoint = Static<typeof AddEndpoint>;

const secret = Type.String({ description: '`whsec_…`; shown in this answer only.' });

export const AddedEndpoint = Type.Object({ ...fields, secret: Type.Optional(secret) });
export type AddedEndpoint = Static<typeof AddedEndpoint>;

export const RotatedEndpoint = Type.Object({ ...fields, secret });
export type RotatedEndpoint = Static<typeof RotatedEndpoint>;

export const ChangeEndpoint = Type.Object({
  name: Type.Optional(name),
  types: Type.Optional(types),
  severity: Type.Optional(severity),
  withTitles: Type.Optional(withTitles),
  credential: Type.Optional(credential),
  isOn: Type.Optional(Type.Boolean()),
});
export type ChangeEndpoint = Static<typeof ChangeEndpoint>;

export const EndpointList = Type.Object({ endpoints: Type.Array(Endpoint) });
export type EndpointList = Static<typeof EndpointList>;

/** Extension: one thing that an endpoint is told, and what came of it. */
export const EndpointDelivery = Type.Object({
  deliveryId: id('`dlv_…`, the `webhook-id`'),
  type: Type.String(),
  sessionId: Type.Optional(id('`ses_…`')),
  subjectId: Type.String(),
  at: timestamp,
  state: choice(
    ['waiting', 'delivered', 'failed', 'dropped'],
    '`dropped`: it was no longer so when its turn came, such as the status of an older head.',
  ),
  attempts: Type.Integer({ minimum: 0 }),
  nextAt: Type.Optional(timestamp),
  lastAt: Type.Optional(timestamp),
  lastStatus: Type.Optional(Type.Integer()),
  lastFault: Type.Optional(Type.String()),
});
export type EndpointDelivery = Static<typeof EndpointDelivery>;

export const ListDeliveries = Type.Object({ cursor: Type.Optional(cursor) });
export type ListDeliveries = Static<typeof ListDeliveries>;

export const DeliveryPage = Type.Object({ deliveries: Type.Array(EndpointDelivery), nextCursor });
export type DeliveryPage = Static<typeof DeliveryPage>;
