import { type Static, Type } from 'typebox';
import { AgentId } from '../agent.ts';
import { asIs, choice, id, printable, text, timestamp } from '../field.ts';
import { limits } from '../limits.ts';

/** Of paths in the repository. No quotes, tags or invisible characters: they go into the rule files of agents. */
const PathGlob = Type.String({
  minLength: 1,
  maxLength: limits.lessonPath,
  pattern: '^[^\\p{C}\\p{Zl}\\p{Zp}\'"`\\\\<>#|&;:]+$',
  description: 'Such as `src/**/*.ts`, with `/`.',
});

export const lessonStates = ['proposed', 'adopted', 'retired'] as const;
export const LessonState = choice(lessonStates);
export type LessonState = Static<typeof LessonState>;

/** Where a lesson comes from, so that anybody can read the evidence. */
export const LessonSource = Type.Object({
  kind: choice(['thread', 'finding', 'review', 'session', 'file']),
  sessionId: Type.Optional(id('`ses_…`; of all but `file`.')),
  threadId: Type.Optional(id('`thr_…`')),
  findingId: Type.Optional(id('As findings have it.')),
  reviewId: Type.Optional(id('`rev_…`')),
  path: Type.Optional({
    ...printable(limits.path),
    description: 'The instruction file that has this sentence.',
  }),
  line: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
});
export type LessonSource = Static<typeof LessonSource>;

const scope = {
  repository: Type.Optional({
    ...printable(limits.remote),
    description: 'Host and path, or the remote as git has it. Absent: all repositories.',
  }),
  paths: Type.Array(PathGlob, { maxItems: limits.lessonPaths, uniqueItems: true }),
  agents: Type.Array(AgentId, { maxItems: limits.lessonAgents, uniqueItems: true }),
};

const content = {
  text: Type.String(),
  repository: Type.Optional(Type.String({ description: 'Absent: all repositories.' })),
  paths: Type.Array(Type.String(), { description: 'Empty: everywhere.' }),
  agents: Type.Array(Type.String(), { description: 'Empty: all agents.' }),
  check: Type.Optional(Type.String({ description: 'How one sees in a session whether it was kept.' })),
};

const decision = { by: id('`usr_…`'), at: timestamp, reason: Type.Optional(Type.String()) };
const Decision = Type.Object(decision);

/** Extension: an instruction of a team to its agents. A signed-in person typed or confirmed every word of it. */
export const Lesson = Type.Object({
  lessonId: id('`les_…`'),
  version: Type.Integer({ minimum: 1 }),
  state: LessonState,
  ...content,
  ownerId: id('`usr_…` of whoever looks after it.'),
  sources: Type.Array(LessonSource, { description: 'Those that the caller may read.' }),
  proposed: Decision,
  changed: Type.Optional(Decision),
  adopted: Type.Optional(Decision),
  retired: Type.Optional(Decision),
  alike: Type.Array(
    Type.Object({
      lessonId: id('`les_…`'),
      kind: choice(['same', 'contrary']),
      why: choice(['words', 'check'], 'The same words but for small ones, or what their checks ask for.'),
    }),
    { description: 'Others that apply where it applies and say the same, or the contrary.' },
  ),
});
export type Lesson = Static<typeof Lesson>;

export const LessonVersion = Type.Object({
  version: Type.Integer({ minimum: 1 }),
  ...content,
  ...decision,
});
export type LessonVersion = Static<typeof LessonVersion>;

/** One thing that was done with a lesson. */
export const LessonStep = Type.Object({
  deed: choice(['proposed', 'edited', 'adopted', 'retired']),
  version: Type.Integer({ minimum: 1 }),
  ...decision,
});
export type LessonStep = Static<typeof LessonStep>;

export const LessonAnswer = Type.Object({ lesson: Lesson });
export type LessonAnswer = Static<typeof LessonAnswer>;

export const WholeLesson = Type.Object({
  lesson: Lesson,
  versions: Type.Array(LessonVersion, { description: 'The newest first.' }),
  steps: Type.Array(LessonStep, { description: 'The latest first.' }),
});
export type WholeLesson = Static<typeof WholeLesson>;

export const LessonList = Type.Object({
  lessons: Type.Array(Lesson, { description: 'Adopted, then proposed, then retired; the latest first.' }),
  mayAdopt: Type.Boolean({ description: 'Whether the caller may adopt and retire.' }),
});
export type LessonList = Static<typeof LessonList>;

export const ListLessons = Type.Object({
  repository: Type.Optional({
    ...printable(limits.remote),
    description: 'Those that apply there: its own, and those of all repositories.',
  }),
  state: Type.Optional(LessonState),
});
export type ListLessons = Static<typeof ListLessons>;

const words = text(limits.lessonText, {
  min: 1,
  description: 'One instruction in one line: no links, no tags, nothing invisible.',
});
const reason = Type.Optional(text(limits.lessonReason, { description: 'Why.' }));

const wanted = {
  text: words,
  repository: scope.repository,
  paths: Type.Optional(scope.paths),
  agents: Type.Optional(scope.agents),
  check: Type.Optional({
    ...printable(limits.lessonCheck),
    description:
      'How one sees in a session whether it was kept, such as `when commit unless ran "make lint"`.',
  }),
  reason,
  asIs,
};

export const ProposeLesson = Type.Object({
  ...wanted,
  sources: Type.Optional(Type.Array(LessonSource, { maxItems: limits.lessonSources })),
});
export type ProposeLesson = Static<typeof ProposeLesson>;

const version = Type.Integer({ minimum: 1, description: 'The version that was seen.' });

/** All of it as it shall be: what is left out is gone. */
export const EditLesson = Type.Object({
  version,
  ...wanted,
  ownerId: Type.Optional(id('`usr_…` of who looks after it from now on.')),
});
export type EditLesson = Static<typeof EditLesson>;

export const AdoptLesson = Type.Object({ version, reason });
export type AdoptLesson = Static<typeof AdoptLesson>;

export const RetireLesson = Type.Object({
  reason: text(limits.lessonReason, { min: 1, description: 'Why.' }),
});
export type RetireLesson = Static<typeof RetireLesson>;

/** Extension: who makes a lesson an instruction. */
export const LessonPolicy = Type.Object({ adopters: choice(['admins', 'members']) });
export type LessonPolicy = Static<typeof LessonPolicy>;

/** What a machine is told of a lesson. */
export const GivenLesson = Type.Object({
  lessonId: id('`les_…`'),
  version: Type.Integer({ minimum: 1 }),
  ...content,
});
export type GivenLesson = Static<typeof GivenLesson>;

export const MachineLessons = Type.Object({ repository: Type.String(), lessons: Type.Array(GivenLesson) });
export type MachineLessons = Static<typeof MachineLessons>;
