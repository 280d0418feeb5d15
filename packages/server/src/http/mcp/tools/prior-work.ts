import { crc32 } from 'node:zlib';
import { DebriefError, type PriorSession } from '@debrief/contract';
import { Type } from 'typebox';
import { findPriorWork } from '../../../domain/link/prior-work.ts';
import { searchSessions } from '../../../domain/search.ts';
import { joined, origin, said } from '../text.ts';
import { type Asked, linkTo, namesOf, repositoryField, repositoryOf, tool, words } from '../tool.ts';
import { wordsOfError } from './search.ts';

const most = 8000;
const mostSessions = 5;

interface Input {
  paths: string[];
  lines?: string[];
  repository?: string;
  error?: string;
  words?: string;
}

export const priorWorkTool = tool<Input>({
  name: 'prior_work',
  title: 'Before you change these files',
  description: `Before you change a file you did not write in this session: which earlier sessions matter for these files and lines, and what came of them: who asked for what, what failed, what a reviewer said, how many commits came since. Give the paths relative to the repository, and the text of the lines you are about to change where you know them. At most ${mostSessions}.`,
  scope: 'sessions:read',
  isDerived: true,
  most,
  input: Type.Object({
    paths: Type.Array(words(4096, 'A path relative to the repository.'), { minItems: 1, maxItems: 20 }),
    lines: Type.Optional(
      Type.Array(words(2000, 'One line as it stands in the file now.'), {
        maxItems: 20,
        description: 'Lines you are about to change.',
      }),
    ),
    repository: repositoryField,
    error: Type.Optional(words(2000, 'The error you are about to fix, as it was printed.')),
    words: Type.Optional(words(200, 'What you are about to do, in a few words.')),
  }),
  async run(asked, input) {
    const { context, actor } = asked;
    const repository = repositoryOf(input.repository);
    const lines = (input.lines ?? []).map((line) => String(crc32(line.trim())));
    const { sessions, total } = await findPriorWork(context, actor, {
      file: input.paths.map(printable),
      limit: mostSessions,
      ...(repository !== undefined && { repository }),
      ...(lines.length > 0 && { line: lines }),
    });
    const nameOf = await namesOf(asked);
    const parts = sessions.map((one, index) => describe(asked, one, index, nameOf));
    const known = new Set(sessions.map(({ session }) => session.sessionId));
    const q = input.error === undefined ? input.words : wordsOfError(input.error);
    if (q !== undefined && known.size < mostSessions) {
      const { hits } = await searchSessions(context, actor, {
        q,
        limit: mostSessions,
        ...(repository !== undefined && { repository }),
      });
      for (const { session, snippets } of hits.filter(({ session }) => !known.has(session.sessionId))) {
        if (parts.length >= mostSessions) break;
        const { sessionId, title, startedAt, authorUserId } = session;
        const found = snippets[0];
        parts.push(
          `${parts.length + 1}. ${linkTo(asked, sessionId, found?.sequence)} ${title ? said(title, 120) : ''}
   ${startedAt.slice(0, 10)}, ${nameOf(authorUserId)}; by words only, not by these files${found ? `: ${said(found.text, 200)}` : ''}`,
        );
      }
    }
    if (parts.length === 0)
      return 'No earlier session that you may read is known to have changed these files.';
    return joined(
      [origin, `${total} earlier sessions changed these files. What matters most first:`, ...parts],
      most,
    );
  },
});

const printable = (path: string): string => {
  if (/[\p{Cc}\p{Cs}]/u.test(path))
    throw new DebriefError('validation_error', 'paths holds control characters.');
  return path;
};

function describe(
  asked: Asked,
  {
    session,
    files,
    linesWritten,
    asked: wanted,
    outcome,
    failed,
    said: comments,
    commitsSince,
  }: PriorSession,
  index: number,
  nameOf: (userId: string | undefined) => string,
): string {
  const { sessionId, title, startedAt, authorUserId, agentId } = session;
  const at = (sequence: number | undefined) => linkTo(asked, sessionId, sequence);
  return [
    `${index + 1}. ${at(undefined)} ${title ? said(title, 120) : ''}`,
    `   ${startedAt.slice(0, 10)}, ${nameOf(authorUserId)} with ${agentId}${linesWritten > 0 ? `; wrote ${linesWritten} of these lines` : ''}; ${commitsSince} other commits since`,
    ...files
      .slice(0, 5)
      .map(
        ({ path, lines, sequence, commits }) =>
          `   changed ${said(path, 160)}${lines > 0 ? `, ${lines} lines committed` : ''}${commits[0] ? ` in ${commits[0].slice(0, 12)}` : ''} ${at(sequence)}`,
      ),
    ...(wanted ? [`   asked: ${said(wanted.text, 240)} ${at(wanted.sequence)}`] : []),
    ...(outcome ? [`   outcome: ${outcome.kind} (${outcome.reason})`] : []),
    ...failed.map(({ text, sequence }) => `   failed: ${said(text, 160)} ${at(sequence)}`),
    ...comments.map(
      ({ text, isOpen, sequence }) =>
        `   a reviewer said${isOpen ? ' (open)' : ''}: ${said(text, 200)} ${at(sequence)}`,
    ),
  ].join('\n');
}
