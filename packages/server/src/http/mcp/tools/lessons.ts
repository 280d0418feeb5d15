import { isFor, isMeant, nameOf, toldAtStart } from '@debrief/lessons';
import { Type } from 'typebox';
import { listLessons } from '../../../domain/lesson/lesson.ts';
import { repositoryField, tool, words } from '../tool.ts';

const most = 8000;

interface Input {
  repository?: string;
  paths?: string[];
  agent?: string;
}

export const lessonsForTool = tool<Input>({
  name: 'lessons_for',
  title: 'What this team tells its agents',
  description:
    "When you begin work in a repository, or in another part of it: the team's own instructions to its agents there, each adopted by a person. Give the remote (without it: what holds everywhere), and the paths you are about to work on to leave out what is about others.",
  scope: 'sessions:read',
  most,
  input: Type.Object({
    repository: repositoryField,
    paths: Type.Optional(
      Type.Array(words(4096, 'A path relative to the repository.'), { minItems: 1, maxItems: 20 }),
    ),
    agent: Type.Optional(words(64, 'Which agent you are, as Debrief names it, such as `codex`.')),
  }),
  async run({ context, actor }, { repository, paths, agent }) {
    const { lessons } = await listLessons(context, actor, {
      state: 'adopted',
      ...(repository !== undefined && { repository }),
    });
    const meant = lessons.filter(
      (one) =>
        // Those of one repository are for whoever works there.
        (repository !== undefined || one.repository === undefined) &&
        (agent === undefined || isFor(one, [agent])) &&
        (paths === undefined ||
          one.paths.length === 0 ||
          paths.some((path) => one.paths.some((glob) => isMeant(path, glob)))),
    );
    // Whoever says who they are need not be told whom it is for.
    const named = agent === undefined ? meant : meant.map((one) => ({ ...one, agents: [] }));
    const { text, told } = toldAtStart(named, most - 1800);
    if (text === '') return 'No lesson is adopted there.';
    const left = meant.length - told.length;
    // The names tell the recorder which words the session was given.
    return [
      text,
      `(${told.map(nameOf).join(', ')}${left > 0 ? `; ${left} more left out: give the paths you work on` : ''})`,
    ].join('\n');
  },
});
