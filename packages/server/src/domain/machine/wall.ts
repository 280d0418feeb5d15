import { DebriefError } from '@debrief/contract/error';

/** Nothing but the error is imported: threads that store events say these things, too. */

export const keyRequired = () =>
  new DebriefError(
    'machine_key_required',
    'This machine has a key of its own; the organization secret is not enough. Run "debrief connect" on it.',
  );

/** The organization has switched secrets off for all but registering (K13). */
export const keysOnly = () =>
  new DebriefError(
    'machine_key_required',
    'In this organization machines use their own key; the organization secret only registers them.',
  );

export const otherKind = () =>
  new DebriefError(
    'wrong_secret_environment',
    'A test secret does not write to what a live one made, nor the other way round.',
  );
