import { type Static, Type } from 'typebox';
import { choice, id, text, timestamp } from './field.ts';
import { limits } from './limits.ts';

const fields = {
  organizationId: id('`org_…`'),
  name: Type.String(),
  status: choice(['active']),
  ownerUserId: id('`usr_…` of the creator'),
  createdAt: timestamp,
  updatedAt: timestamp,
};

export const Organization = Type.Object(fields);
export type Organization = Static<typeof Organization>;

/** Only the creation answer shows the slug. */
export const CreatedOrganization = Type.Object({ ...fields, slug: Type.String() });
export type CreatedOrganization = Static<typeof CreatedOrganization>;

/** With `ownKeyOnly` an organization secret only registers machines; everything else takes their own key. */
export const MachinePolicy = Type.Object({ ownKeyOnly: Type.Boolean() });
export type MachinePolicy = Static<typeof MachinePolicy>;

export const OrganizationName = Type.Object({ name: text(limits.name, { min: 1 }) });
