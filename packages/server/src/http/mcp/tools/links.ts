import { DebriefError, type LinkedSession } from '@debrief/contract';
import { Type } from 'typebox';
import { findLinks } from '../../../domain/link/link.ts';
import { noteReads } from '../../../domain/session/note-reads.ts';
import { joined, origin, said } from '../text.ts';
import { isShown, linkTo, namesOf, tool, words } from '../tool.ts';

const mostSessions = 10;

export const sessionsForTool = tool<{ commit?: string; pull?: string }>({
  name: 'sessions_for',
  title: 'The sessions behind a commit or pull request',
  description:
    'When git blame or a review leads you to a commit or a pull request and you want to know why it is as it is: the sessions it came from, the surest first, each with a link.',
  scope: 'sessions:read',
  isDerived: true,
  most: 6000,
  input: Type.Object({
    commit: Type.Optional(
      Type.String({
        pattern: '^[0-9a-fA-F]{7,64}$',
        description: 'A commit: seven or more characters of its name.',
      }),
    ),
    pull: Type.Optional(words(2048, 'The address of a pull or merge request.')),
  }),
  async run(asked, { commit, pull }) {
    const { context, actor } = asked;
    if ((commit === undefined) === (pull === undefined)) {
      throw new DebriefError('validation_error', 'Give exactly one of commit and pull.');
    }
    const found = await findLinks(
      context,
      actor,
      commit === undefined ? { pull: pull as string } : { commit },
    ).catch((error: unknown) => {
      if (error instanceof DebriefError && error.code === 'commit_not_found') return undefined;
      throw error;
    });
    const links = (found?.links ?? []).map(({ session, strength, sha, lines }) => ({
      session,
      how: `${strength}: ${sha.slice(0, 12)}${lines > 0 ? `, ${lines} lines of it` : ''}`,
    }));
    const named = (found?.sessions ?? []).map(({ session }) => ({
      session,
      how: 'named by the pull request',
    }));
    const byId = new Map<string, { session: LinkedSession; how: string }>();
    for (const one of [...links, ...named]) {
      if (isShown(one.session) && !byId.has(one.session.sessionId)) byId.set(one.session.sessionId, one);
    }
    const shown = [...byId.values()].slice(0, mostSessions);
    if (shown.length === 0) return 'No session that you may read is known behind it.';
    await noteReads(
      context,
      actor,
      shown.map(({ session }) => session.sessionId),
      'find',
    );
    const nameOf = await namesOf(asked);
    const parts = shown.map(
      ({ session: { sessionId, title, startedAt, authorUserId, agentId }, how }, index) =>
        `${index + 1}. ${linkTo(asked, sessionId)} ${title ? said(title, 160) : ''}
   ${how}; ${startedAt.slice(0, 10)}, ${nameOf(authorUserId)} with ${agentId}`,
    );
    return joined([origin, ...parts], 6000);
  },
});
