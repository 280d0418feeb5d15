import type { LinkedSession } from '@debrief/contract';
import { Link } from '@tanstack/react-router';
import { useAgentName } from '../../api/agent.ts';
import { ReviewChip } from '../review/ReviewChip.tsx';
import { closedTitle } from '../session/session-state.ts';
import { Name, NameList } from '../text/Name.tsx';

/** The title of a session, leading to the event that matters when there is one. */
export const LinkedSessionTitle = ({ session, at }: { session: LinkedSession; at?: number | undefined }) => (
  <Link
    to="/sessions/$sessionId"
    params={{ sessionId: session.sessionId }}
    {...(at !== undefined && { hash: String(at) })}
  >
    <Name text={closedTitle(session) ?? session.title ?? 'Session without a title'} />
  </Link>
);

export function LinkedSessionDetail({ session }: { session: LinkedSession }) {
  const agentName = useAgentName();
  return (
    <>
      <NameList names={[agentName(session.agentId), session.gitBranch]} />{' '}
      {session.review && <ReviewChip standing={session.review} />}
    </>
  );
}
