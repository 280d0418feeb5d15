import { type Static, Type } from 'typebox';

/** Extension: made-up sessions for somebody who wants to look around. */
export const SampleAnswer = Type.Object({
  sessions: Type.Integer({
    minimum: 0,
    description: 'How many sample sessions there are now, or were removed.',
  }),
});
export type SampleAnswer = Static<typeof SampleAnswer>;
