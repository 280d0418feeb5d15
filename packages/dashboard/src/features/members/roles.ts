import type { Role } from '@debrief/contract';

export const roleMeaning: Record<Role, string> = {
  owner: 'Everything, and makes other owners',
  admin: 'Manages members, secrets, machines and agents',
  member: 'Reads sessions',
};

export const roleNames: Record<Role, string> = { owner: 'Owner', admin: 'Admin', member: 'Member' };

/** Only owners make owners. */
export const rolesOffered = (mine: Role): { value: Role; label: string }[] =>
  (['member', 'admin', 'owner'] as const)
    .filter((role) => role !== 'owner' || mine === 'owner')
    .map((role) => ({ value: role, label: roleNames[role] }));
