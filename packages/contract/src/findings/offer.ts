import { type Static, Type } from 'typebox';
import { id } from '../field.ts';

/** Rules that files of instructions could be which sessions show. Offered, never adopted by themselves. */
export const TeamRuleOffers = Type.Object({
  sessions: Type.Integer({ minimum: 0, description: 'How many were looked at, newest first.' }),
  offers: Type.Array(
    Type.Object({
      text: Type.String({ description: 'The rule.' }),
      title: Type.String(),
      sentence: Type.String({ description: 'What a finding of it would say.' }),
      said: Type.String({ description: 'The sentence as it stands in the file.' }),
      file: Type.String({ description: '`AGENTS.md`, `CLAUDE.md` …' }),
      sessions: Type.Integer({ minimum: 1, description: 'Sessions that show it.' }),
      sessionId: id('`ses_…`'),
      sequence: Type.Integer({ minimum: 0, description: 'Where the newest of them shows it.' }),
    }),
    {
      description:
        'Twenty at most, those that most sessions show first. Rules that the team has are left out.',
    },
  ),
});
export type TeamRuleOffers = Static<typeof TeamRuleOffers>;
