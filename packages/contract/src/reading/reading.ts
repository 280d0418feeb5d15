import { type Static, Type } from 'typebox';
import { choice } from '../field.ts';

export const count = Type.Integer({ minimum: 0 });
export const lane = Type.Integer({
  minimum: 0,
  description: '0 is the main conversation; each sub-agent has its own.',
});

/** Extension: how far what is shown here follows the events. */
export const reading = {
  state: choice(
    ['current', 'behind', 'unreadable'],
    '`behind`: folded up to `foldedTo` only, more is to come. `unreadable`: the records could not be folded; the raw events can still be read.',
  ),
  foldedTo: Type.Integer({ minimum: 0, description: 'The last sequence that is counted here.' }),
  eventCount: count,
};
export const Reading = Type.Object(reading);
export type Reading = Static<typeof Reading>;
