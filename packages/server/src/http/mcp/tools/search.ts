import { DebriefError, type Session } from '@debrief/contract';
import { Type } from 'typebox';
import { searchSessions } from '../../../domain/search.ts';
import { noteReads } from '../../../domain/session/note-reads.ts';
import { listSessions } from '../../../domain/session/session-list.ts';
import { joined, origin, said } from '../text.ts';
import { type Asked, isShown, linkTo, namesOf, repositoryField, repositoryOf, tool, words } from '../tool.ts';

const most = 10;

interface Input {
  query?: string;
  error?: string;
  repository?: string;
  path?: string;
  since?: string;
}

export const searchTool = tool<Input>({
  name: 'search_sessions',
  title: 'Search earlier sessions',
  description: `When you meet an error, a name or a decision that somebody may have met before: searches the team's earlier coding-agent sessions. Give words or the text of an error, and narrow by repository, path or date. At most ${most}, each with a snippet and a link.`,
  scope: 'sessions:read',
  isDerived: true,
  most: 8000,
  input: Type.Object({
    query: Type.Optional(words(200, 'Words; "in quotes" in this order.')),
    error: Type.Optional(words(2000, 'The text of an error, as it was printed.')),
    repository: repositoryField,
    path: Type.Optional(
      words(4096, 'Only sessions that changed this file: its name, or the end of its path.'),
    ),
    since: Type.Optional(
      Type.String({
        pattern: '^\\d{4}-\\d\\d-\\d\\d$',
        description: 'Only sessions from this day on: `YYYY-MM-DD`.',
      }),
    ),
  }),
  async run(asked, input) {
    const { context, actor } = asked;
    const q = input.query ?? (input.error === undefined ? undefined : wordsOfError(input.error));
    const repository = repositoryOf(input.repository);
    const filter = {
      limit: most,
      ...(repository !== undefined && { repository }),
      ...(input.path !== undefined && { file: input.path.replaceAll('\\', '/') }),
      ...(input.since !== undefined && { startedAfter: dayOf(input.since) }),
    };
    if (q !== undefined) {
      const { hits } = await searchSessions(context, actor, { q, ...filter });
      return answer(
        asked,
        hits.map(({ session, snippets }) => ({ session, snippets: snippets.slice(0, 2) })),
      );
    }
    if (input.path === undefined && repository === undefined && input.since === undefined) {
      throw new DebriefError('validation_error', 'Give query, error, path, repository or since.');
    }
    const page = await listSessions(context, actor, filter);
    const shown = (page.sessions as unknown as Session[]).filter(isShown);
    await noteReads(
      context,
      actor,
      shown.map(({ sessionId }) => sessionId),
      'search',
    );
    return answer(
      asked,
      shown.map((session) => ({ session, snippets: [] })),
    );
  },
});

const dayOf = (day: string): string => {
  const at = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(at.getTime())) throw new DebriefError('validation_error', 'since is no day.');
  return at.toISOString();
};

/** Of the line that says most: an error's first lines are often paths and times. */
export function wordsOfError(error: string): string {
  const lines = error.split('\n').map((line) => line.trim());
  const telling = lines.find((line) => /error|exception|fail|cannot|denied|refused|undefined/i.test(line));
  const line = telling ?? lines.find((one) => one !== '') ?? error;
  const kept = line.replaceAll(/[^\p{L}\p{N}_.'-]+/gu, ' ').trim();
  return [...(kept === '' ? 'error' : kept)].slice(0, 200).join('').trim();
}

interface Hit {
  session: Pick<Session, 'sessionId' | 'title' | 'agentId' | 'authorUserId' | 'startedAt' | 'repository'>;
  snippets: { sequence: number; kind: string; text: string }[];
}

export async function answer(asked: Asked, hits: readonly Hit[]): Promise<string> {
  if (hits.length === 0) return 'No session of the team that you may read fits.';
  const nameOf = await namesOf(asked);
  const parts = hits.map(({ session, snippets }, index) => {
    const { sessionId, title, agentId, authorUserId, startedAt, repository } = session;
    const head = `${index + 1}. ${linkTo(asked, sessionId)} ${title ? said(title, 120) : '(no title)'}
   ${startedAt.slice(0, 10)}, ${nameOf(authorUserId)} with ${agentId}${repository ? `, ${said(repository, 120)}` : ''}`;
    const found = snippets.map(
      ({ sequence, kind, text }) => `   ${kind} ${linkTo(asked, sessionId, sequence)}: ${said(text, 240)}`,
    );
    return [head, ...found].join('\n');
  });
  return joined([origin, ...parts], 8000);
}
