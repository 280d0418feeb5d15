import type { HoldTime, SessionAccess } from '@debrief/contract';

/** Each time that a session can be held, in the order of length. */
export const holdNames: Record<HoldTime, string> = {
  none: 'not at all',
  '1h': 'one hour',
  '4h': 'four hours',
  '1d': 'one day',
  '3d': 'three days',
  '7d': 'a week',
  released: 'until it is released',
};

export const holdChoices = Object.entries(holdNames).map(([value, label]) => ({ value, label }));

/** When a hold ends, after "It is held". */
export const heldWords = (
  access: SessionAccess,
  isRunning: boolean,
  exact: (at: string) => string,
): string =>
  access.heldUntil
    ? `until ${exact(access.heldUntil)}`
    : isRunning
      ? 'while it runs'
      : 'until it is released';
