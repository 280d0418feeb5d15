import { type Static, Type } from 'typebox';
import { id, printable } from '../field.ts';
import { limits } from '../limits.ts';

const entry = {
  edits: Type.Boolean({ description: 'Sessions that changed files enter the queue.' }),
  leastEdits: Type.Optional(
    Type.Integer({ minimum: 1, maximum: limits.leastEdits, description: 'With `edits`: so many at least.' }),
  ),
  highFindings: Type.Boolean({ description: 'Sessions with a finding of high severity enter.' }),
  mediumFindings: Type.Optional(
    Type.Boolean({ description: 'Sessions with a finding of medium severity enter. Default false.' }),
  ),
  repositories: Type.Array(printable(limits.path), {
    maxItems: limits.policyRepositories,
    description:
      'All sessions in these repositories enter: by their remote, on whichever machine, or by the folder on one.',
  }),
  sample: Type.Number({ minimum: 0, maximum: 1, description: 'The share of all others that enters.' }),
  history: Type.Optional(
    Type.Boolean({
      description:
        'Imported history enters, too: sessions that were over three days before they arrived. Default false.',
    }),
  ),
};

const percent = Type.Integer({ minimum: 0, maximum: 100 });

/** How many per cent of the changed files and of the claims a member has to have ticked before accepting. */
export const AskedTicks = Type.Object({ files: percent, claims: percent });
export type AskedTicks = Static<typeof AskedTicks>;

/** What a team expects of its reviews. */
export const ReviewRules = Type.Object({
  reviewers: Type.Integer({
    minimum: 1,
    maximum: limits.reviewersNeeded,
    description: 'How many members have to accept.',
  }),
  selfCounts: Type.Boolean({ description: "Whether the author's own acceptance counts." }),
  enter: Type.Object(entry, { description: 'A session that fits any of these enters the queue.' }),
  defaultReviewers: Type.Array(id('`usr_…`'), {
    maxItems: limits.defaultReviewers,
    description: 'Asked to review every session that enters, once it is closed or silent for an hour.',
  }),
  ticks: Type.Optional({
    ...AskedTicks,
    description: 'Per cent of the changed files and of the claims to be ticked before accepting; default 0.',
  }),
});
export type ReviewRules = Static<typeof ReviewRules>;

/** The rules of the organization, and those of repositories that differ. */
export const ReviewPolicy = Type.Object({
  ...ReviewRules.properties,
  rotation: Type.Optional(
    Type.Object(
      {
        perDay: Type.Integer({
          minimum: 1,
          maximum: limits.rotationPerDay,
          description: 'Nobody is asked more often than that within a day.',
        }),
      },
      {
        description:
          'Members are asked to review in turn, as many as have to accept: by how much waits for them and how many of the changed files they have written or reviewed; never the author, nobody who is away. Absent: nobody is.',
      },
    ),
  ),
  mailWords: Type.Boolean({ description: 'E-mails may quote what was written in comments.' }),
  repositories: Type.Array(
    Type.Object({
      repository: Type.Optional({
        ...printable(limits.path),
        description:
          'The repository on whichever machine: its remote as git has it, or `repository` of a session.',
      }),
      repoRoot: Type.Optional({
        ...printable(limits.path),
        description: 'Instead: the folder on a machine, for a repository without a remote.',
      }),
      rules: ReviewRules,
    }),
    {
      maxItems: limits.policyRepositories,
      description: 'Repositories with rules of their own; each has a `repository` or a `repoRoot`.',
    },
  ),
});
export type ReviewPolicy = Static<typeof ReviewPolicy>;

export const PolicyAnswer = Type.Object({ policy: ReviewPolicy });
export type PolicyAnswer = Static<typeof PolicyAnswer>;
