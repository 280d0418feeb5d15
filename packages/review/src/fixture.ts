import type { ReviewFacts } from './facts.ts';

export type Given = Partial<Omit<ReviewFacts, 'session'>> & { session?: Partial<ReviewFacts['session']> };

/** A session with edits, of somebody, that nobody has said anything about but what is given. */
export const facts = ({ session, ...given }: Given = {}): ReviewFacts => ({
  reviews: [],
  marks: [],
  assignments: [],
  threads: [],
  ...given,
  session: {
    authorId: 'author',
    lastMaterial: 100,
    lastMaterialAt: 50,
    quietTo: 100,
    edits: 1,
    highFindings: 0,
    draw: 0.5,
    ...session,
  },
});
