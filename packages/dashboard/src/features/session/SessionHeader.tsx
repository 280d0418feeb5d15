import type { SessionReview } from '@debrief/contract';
import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import {
  IconArrowLeft,
  IconChevronDown,
  IconChevronUp,
  IconDots,
  IconDownload,
  IconEye,
  IconFileTypeTxt,
  IconLink,
  IconMessages,
  IconTerminal2,
  IconTrash,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useAgentName } from '../../api/agent.ts';
import { useMe } from '../../api/member.ts';
import { useObservable } from '../../observable.ts';
import { Chip } from '../../ui/Chip.tsx';
import { repositoryName } from '../../ui/format.ts';
import { LinkIcon } from '../../ui/LinkButton.tsx';
import { useNow } from '../../ui/now.ts';
import { Person, usePersonName } from '../../ui/person/Person.tsx';
import { LeakChip } from '../../ui/session/Leaks.tsx';
import { listPlace, neighbour } from '../../ui/session/list-place.ts';
import { StateDot } from '../../ui/session/StateDot.tsx';
import { sessionState, sessionTitle } from '../../ui/session/session-state.ts';
import { Time } from '../../ui/Time.tsx';
import { Name } from '../../ui/text/Name.tsx';
import { Visible } from '../../ui/text/Visible.tsx';
import { visibleText } from '../../ui/text/visible.ts';
import { toast, toastError } from '../../ui/toast/toast.ts';
import { DeleteDialog } from './access/DeleteDialog.tsx';
import { ReadersDialog } from './access/ReadersDialog.tsx';
import { Health } from './details/Health.tsx';
import type { Verdict } from './details/health.ts';
import { downloadEvents, downloadMarkdown, downloadReview } from './export/download.ts';
import { resumeCommand } from './export/resume.ts';
import styles from './SessionHeader.module.css';

export function SessionHeader(props: { review: SessionReview; verdict: Verdict; title: string }) {
  const { review, verdict } = props;
  const { session, environment } = review;
  const now = useNow();
  const place = useObservable(listPlace);
  const agentName = useAgentName();
  const { member, mayManage } = useMe();
  const [shown, setShown] = useState<'readers' | 'delete'>();
  // Its author and admins see who read it, and may delete it.
  const isInCharge = mayManage || (member !== undefined && member.userId === session.authorUserId);
  const nameOf = usePersonName();
  const clipboard = useClipboard();
  const repository = repositoryName(environment.repoRemote, session.repoRoot);
  const resume = resumeCommand(session.agentId, session.externalId, session.repoRoot);
  const copy = (text: string, what: string) => {
    clipboard.copy(text);
    toast(`${what} copied.`);
  };
  return (
    <header className={styles.header}>
      <Tooltip label="Back to the sessions (Esc)">
        <LinkIcon
          to="/sessions"
          search={place.search}
          variant="subtle"
          color="gray"
          aria-label="Back to the sessions"
        >
          <IconArrowLeft size={18} />
        </LinkIcon>
      </Tooltip>
      <div className={styles.words}>
        <h1 title={visibleText(props.title)}>
          <Visible text={props.title || sessionTitle(session)} />
        </h1>
        <div className={styles.meta}>
          <StateDot state={sessionState(session, environment, now)} withName />
          <Health verdict={verdict} />
          <LeakChip session={session} />
          {session.secretEnvironment === 'test' && <Chip>test</Chip>}
          {session.authorUserId && <Person userId={session.authorUserId} />}
          <span>
            <Name text={agentName(session.agentId)} />
          </span>
          {repository && (
            <span>
              {session.repoRoot ? (
                <Link
                  to="/sessions"
                  search={{
                    repo: session.repoRoot,
                    ...(session.secretEnvironment === 'test' && { kind: 'test' }),
                  }}
                  title="Sessions of this repository"
                >
                  <Name text={repository} />
                </Link>
              ) : (
                <Name text={repository} />
              )}
              {session.gitBranch && (
                <code>
                  {' '}
                  <Name text={session.gitBranch} />
                </code>
              )}
            </span>
          )}
          <span className={styles.machine}>
            <Name text={environment.displayName ?? environment.hostname} />
          </span>
          <Time at={session.startedAt} />
          {session.continuesSessionId && (
            <Link to="/sessions/$sessionId" params={{ sessionId: session.continuesSessionId }}>
              Goes on from an earlier session
            </Link>
          )}
        </div>
      </div>
      <div className={styles.neighbours}>
        <Neighbour sessionId={neighbour(place, session.sessionId, -1)} label="Previous session (K)">
          <IconChevronUp size={18} />
        </Neighbour>
        <Neighbour sessionId={neighbour(place, session.sessionId, 1)} label="Next session (J)">
          <IconChevronDown size={18} />
        </Neighbour>
      </div>
      <Menu position="bottom-end" width={230}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label="More about this session">
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconLink size={15} />}
            onClick={() => copy(`${location.origin}/sessions/${session.sessionId}`, 'Link')}
          >
            Copy the link
          </Menu.Item>
          {resume && (
            <Menu.Item
              leftSection={<IconTerminal2 size={15} />}
              onClick={() => copy(resume, 'Resume command')}
            >
              Copy the resume command
            </Menu.Item>
          )}
          <Menu.Divider />
          <Menu.Item
            leftSection={<IconFileTypeTxt size={15} />}
            onClick={() => void downloadMarkdown(session, nameOf).catch(toastError)}
          >
            Export as Markdown
          </Menu.Item>
          <Menu.Item
            leftSection={<IconDownload size={15} />}
            onClick={() => void downloadEvents(session).catch(toastError)}
          >
            Export the events (JSONL)
          </Menu.Item>
          <Menu.Item
            leftSection={<IconMessages size={15} />}
            onClick={() => void downloadReview(session).catch(toastError)}
          >
            Export the review (JSON)
          </Menu.Item>
          {isInCharge && (
            <>
              <Menu.Divider />
              <Menu.Item leftSection={<IconEye size={15} />} onClick={() => setShown('readers')}>
                Who read this session
              </Menu.Item>
              <Menu.Item color="red" leftSection={<IconTrash size={15} />} onClick={() => setShown('delete')}>
                Delete the session…
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {shown === 'readers' && (
        <ReadersDialog sessionId={session.sessionId} onClose={() => setShown(undefined)} />
      )}
      {shown === 'delete' && <DeleteDialog session={session} onClose={() => setShown(undefined)} />}
    </header>
  );
}

/** The way to the session before or after this one in the list it was opened from. */
const Neighbour = (props: { sessionId: string | undefined; label: string; children: ReactNode }) =>
  props.sessionId === undefined ? null : (
    <Tooltip label={props.label}>
      <LinkIcon
        to="/sessions/$sessionId"
        params={{ sessionId: props.sessionId }}
        variant="subtle"
        color="gray"
        aria-label={props.label}
      >
        {props.children}
      </LinkIcon>
    </Tooltip>
  );
