import { type Static, Type } from 'typebox';
import { id, text, timestamp } from '../field.ts';
import { limits } from '../limits.ts';

const fields = {
  terminalId: id('`trm_…`'),
  machine: Type.String({ description: 'What the terminal said it is.' }),
  createdAt: timestamp,
  lastUsedAt: Type.Optional(timestamp),
  expiresAt: timestamp,
};

/** Extension: a terminal that a person signed in with `debrief login`. It reads what they may read, no more. */
export const Terminal = Type.Object(fields);
export type Terminal = Static<typeof Terminal>;

export const IssuedTerminal = Type.Object({
  ...fields,
  token: Type.String({ description: 'The plaintext, shown this once.' }),
});
export type IssuedTerminal = Static<typeof IssuedTerminal>;

export const TerminalList = Type.Object({ terminals: Type.Array(Terminal) });
export type TerminalList = Static<typeof TerminalList>;

export const SignInTerminal = Type.Object({ machine: text(limits.displayName, { min: 1 }) });
