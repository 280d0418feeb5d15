import { type Static, Type } from 'typebox';
import { choice, id, printable, timestamp } from '../field.ts';
import type { CheckedClaim } from '../findings/finding.ts';
import { limits } from '../limits.ts';
import type { ChangedFile } from '../reading/changes.ts';

/** What of a session can be ticked: a changed file as read, a claim as checked. */
export const TickKind = choice(['file', 'claim']);
export type TickKind = Static<typeof TickKind>;

const subject = {
  ...printable(limits.path),
  description: 'Path of a changed file, or a claim as `{sequence}.{of}.{about}`.',
};
const version = {
  ...printable(limits.tickVersion),
  description:
    'What was ticked: of a file `{last}.{edits}.{commands}.{retracted}`, of a claim its `support`. A tick counts as long as that is so; a file that was changed since is to be read again.',
};

/** A member says to have read a file, or checked a claim; the team sees that. */
export const Tick = Type.Object({
  userId: id('`usr_…`'),
  kind: TickKind,
  subject: Type.String({ description: subject.description }),
  version: Type.String({ description: version.description }),
  tickedAt: timestamp,
});
export type Tick = Static<typeof Tick>;

export const SetTick = Type.Object({
  kind: TickKind,
  subject,
  version,
  ticked: Type.Boolean({ description: 'False takes it back.' }),
});
export type SetTick = Static<typeof SetTick>;

export const TickAnswer = Type.Object({
  tick: Type.Optional({ ...Tick, description: 'Absent once it is taken back.' }),
});
export type TickAnswer = Static<typeof TickAnswer>;

/** How many of so many are a share in per cent, rounded up. */
export const ticksNeeded = (percent: number, of: number): number => Math.ceil((of * percent) / 100);

/** Names the state of a file: another one after every change, also one that was taken back. */
export const fileVersion = ({
  last,
  edits,
  commands,
  retracted,
}: Pick<ChangedFile, 'last' | 'edits' | 'commands' | 'retracted'>): string =>
  `${last}.${edits}.${commands}.${retracted}`;

export const claimSubject = ({
  sequence,
  of,
  about,
}: Pick<CheckedClaim, 'sequence' | 'of' | 'about'>): string => `${sequence}.${of}.${about}`;

export const claimVersion = ({ support }: Pick<CheckedClaim, 'support'>): string => support;
