import type { PriorSession } from '@debrief/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { priorWorkQuery } from '../../api/link.ts';
import styles from '../../ui/Form.module.css';
import { plural } from '../../ui/format.ts';
import { LinkedSessionDetail, LinkedSessionTitle } from '../../ui/link/LinkedSessionTitle.tsx';
import { Row, Rows } from '../../ui/Page.tsx';
import { outcomeNames } from '../../ui/session/outcome.ts';
import { Time } from '../../ui/Time.tsx';
import { Visible } from '../../ui/text/Visible.tsx';
import own from './Repository.module.css';

/** What to know before one changes a file: the earlier sessions that matter most. */
export function PriorWork({ path, repository }: { path: string; repository: string }) {
  const { data } = useQuery(priorWorkQuery({ file: [path], ...(repository && { repository }), limit: 3 }));
  // With one or two sessions the list below says it all, unless something failed or was said.
  if (!data || !isWorthSaying(data.sessions, data.total)) return null;
  return (
    <section className={styles.section}>
      <h2>Before you change this file</h2>
      <p>The sessions whose work is most of it, what failed in them, and what reviewers said.</p>
      <Rows label="Before you change this file">
        {data.sessions.map((one) => (
          <Row
            key={one.session.sessionId}
            title={<LinkedSessionTitle session={one.session} at={one.files[0]?.sequence} />}
            detail={<Why one={one} />}
            meta={<Time at={one.session.startedAt} />}
          />
        ))}
      </Rows>
    </section>
  );
}

const isWorthSaying = (sessions: readonly PriorSession[], total: number): boolean =>
  total > 2 || sessions.some(({ failed, said }) => failed.length + said.length > 0);

const lettersOf = (text: string): string => text.replaceAll(/[^\p{L}\p{N}]/gu, '').toLowerCase();

/** Most titles are the first sentence of what was asked. */
const saysNoMore = (asked: string, title: string | undefined): boolean =>
  title !== undefined && lettersOf(title).startsWith(lettersOf(asked));

function Why({ one: { session, files, asked, outcome, failed, said, commitsSince } }: { one: PriorSession }) {
  const lines = files.reduce((sum, file) => sum + file.lines, 0);
  const isCommitted = files.some(({ commits }) => commits.length > 0);
  return (
    <>
      <LinkedSessionDetail session={session} />
      <ul className={own.why}>
        <li>
          {isCommitted
            ? `Its commits added ${plural(lines, 'line')} to the file`
            : 'It edited the file; no commit of it is known'}
          {commitsSince > 0 && `; ${plural(commitsSince, 'commit')} changed it since`}
        </li>
        {asked && !saysNoMore(asked.text, session.title) && (
          <li>
            Asked for: <Visible text={asked.text} />
          </li>
        )}
        {outcome && (
          <li>
            {outcomeNames[outcome.kind]}: <Visible text={outcome.reason} />
          </li>
        )}
        {failed.map(({ sequence, text }) => (
          <li key={`${sequence} ${text}`}>
            <Link
              to="/sessions/$sessionId"
              params={{ sessionId: session.sessionId }}
              hash={String(sequence)}
              className={own.failed}
            >
              <Visible text={text} />
            </Link>
          </li>
        ))}
        {said.map(({ threadId, sequence, isOpen, text }) => (
          <li key={threadId}>
            {isOpen ? 'A reviewer, still open: ' : 'A reviewer: '}
            <Link
              to="/sessions/$sessionId"
              params={{ sessionId: session.sessionId }}
              {...(sequence !== undefined && { hash: String(sequence) })}
            >
              <Visible text={text} />
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
