import { type Static, Type } from 'typebox';
import { choice, id, timestamp } from '../field.ts';

export const IntegrationProvider = choice(['github', 'gitlab']);
export type IntegrationProvider = Static<typeof IntegrationProvider>;

const fields = {
  integrationId: id('`int_…`'),
  organizationId: id('`org_…`'),
  provider: IntegrationProvider,
  url: Type.String({ description: 'Where the webhook has to send its deliveries.' }),
  createdBy: id('`usr_…`'),
  createdAt: timestamp,
  lastDeliveryAt: Type.Optional(timestamp),
};

export const Integration = Type.Object(fields);
export type Integration = Static<typeof Integration>;

export const CreateIntegration = Type.Object({ provider: IntegrationProvider });
export type CreateIntegration = Static<typeof CreateIntegration>;

export const CreatedIntegration = Type.Object({
  ...fields,
  secret: Type.String({ description: 'What the webhook signs with; shown in this answer only.' }),
});
export type CreatedIntegration = Static<typeof CreatedIntegration>;

export const IntegrationList = Type.Object({ integrations: Type.Array(Integration) });
export type IntegrationList = Static<typeof IntegrationList>;

/** Which integration a delivery is for; the signature proves that it comes from there. */
export const DeliveryQuery = Type.Object({
  integration: Type.Optional(id('`int_…`, as in the address shown when the integration was made.')),
});
export type DeliveryQuery = Static<typeof DeliveryQuery>;

export const DeliveryAnswer = Type.Object({
  outcome: choice(
    ['accepted', 'known', 'ignored'],
    '`known`: the delivery came before. `ignored`: it tells of nothing that is kept.',
  ),
});
export type DeliveryAnswer = Static<typeof DeliveryAnswer>;
