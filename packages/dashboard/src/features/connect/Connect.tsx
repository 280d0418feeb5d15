import type { Environment, Session } from '@debrief/contract';
import { Button, Loader } from '@mantine/core';
import { IconCheck, IconTerminal2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useRouterState } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { apiUrl } from '../../api/auth.ts';
import { client } from '../../api/client.ts';
import { environmentName, environmentsQuery, isSample } from '../../api/environment.ts';
import { useMe } from '../../api/member.ts';
import { useIssueSecret } from '../../api/secret.ts';
import { Page } from '../../ui/Page.tsx';
import { LoadSampleButton } from '../../ui/session/LoadSampleButton.tsx';
import { sessionTitle } from '../../ui/session/session-state.ts';
import { CopyLine } from '../../ui/text/Copy.tsx';
import { Name } from '../../ui/text/Name.tsx';
import { visibleText } from '../../ui/text/visible.ts';
import { toastError } from '../../ui/toast/toast.ts';
import styles from './Connect.module.css';

/** From nothing to the first captured session; notices by itself when machine and session arrive. */
export function Connect() {
  const { machine, session } = useArrivals();
  useOpenSession(session?.sessionId);
  return (
    <Page
      title="Connect a machine"
      lead="Run one command where your coding agents work. It finds them, asks what to capture, and keeps recording in the background."
    >
      <ol className={styles.steps}>
        <Step number={1} title="Run this in a terminal" done={machine !== undefined}>
          <CopyLine text={`npx ${apiUrl()}/cli.tgz connect`} label="Copy the command" />
          <p>It comes from this server; nothing else is downloaded. Node.js 20 or newer is enough.</p>
        </Step>
        <Step number={2} title="Paste the secret when it asks" done={machine !== undefined}>
          <IssueSecret />
        </Step>
        <Step number={3} title="Watch it arrive" done={session !== undefined}>
          <Arrivals machine={machine} session={session} />
        </Step>
      </ol>
      <SampleOffer />
    </Page>
  );
}

/** The machine that was connected while the page was open, and its first session. */
function useArrivals(): { machine: Environment | undefined; session: Session | undefined } {
  const environments = useQuery({ ...environmentsQuery, refetchInterval: 2_000 });
  const machine = useNewcomer(environments.data);
  const sessions = useQuery({
    queryKey: ['sessions', 'first', machine?.environmentId],
    queryFn: ({ signal }) =>
      client.listSessions({ environmentId: machine?.environmentId ?? '', limit: 1 }, { signal }),
    enabled: machine !== undefined,
    refetchInterval: 2_000,
  });
  return { machine, session: sessions.data?.sessions[0] };
}

function useOpenSession(sessionId: string | undefined) {
  const navigate = useNavigate();
  useEffect(() => {
    if (!sessionId) return;
    // Long enough to see the check mark, short enough not to wonder.
    const timer = setTimeout(
      () => void navigate({ to: '/sessions/$sessionId', params: { sessionId } }),
      1_500,
    );
    return () => clearTimeout(timer);
  }, [sessionId, navigate]);
}

function IssueSecret() {
  const fresh = useRouterState({ select: (state) => Boolean(state.location.state.fresh) });
  const { mayManage } = useMe();
  const issue = useIssueSecret();
  const asked = useRef(false);
  const { mutate } = issue;
  useEffect(() => {
    // Straight from creating the organization: nobody should have to ask for the obvious next thing.
    if (!fresh || asked.current || !mayManage) return;
    asked.current = true;
    mutate({ label: 'First machine' });
  }, [fresh, mayManage, mutate]);

  if (issue.data)
    return (
      <>
        <CopyLine text={issue.data.secret} label="Copy the secret" />
        <p>
          <strong>Shown only now.</strong> It lets a machine send sessions, and nothing else. You can revoke
          it at any time under <Link to="/secrets">Secrets</Link>.
        </p>
      </>
    );
  return (
    <>
      <Button
        leftSection={<IconTerminal2 size={16} />}
        loading={issue.isPending}
        onClick={() => issue.mutate({ label: 'Machine' }, { onError: toastError })}
      >
        Create a secret
      </Button>
      <p>A secret is shown once. Use one per machine or one for all, as you like.</p>
    </>
  );
}

function Arrivals(props: { machine: Environment | undefined; session: Session | undefined }) {
  const { machine, session } = props;
  return (
    <ul className={styles.watch} aria-live="polite">
      <li data-done={machine !== undefined || undefined}>
        {machine ? <IconCheck size={16} /> : <Waiting />}
        {machine ? `${visibleText(environmentName(machine))} is connected` : 'Waiting for the machine…'}
      </li>
      <li data-done={session !== undefined || undefined}>
        {session ? <IconCheck size={16} /> : machine ? <Waiting /> : <span />}
        {session ? (
          <Link to="/sessions/$sessionId" params={{ sessionId: session.sessionId }}>
            Read your first session: <Name text={sessionTitle(session)} />
          </Link>
        ) : (
          'Waiting for the first session: start your coding agent, or import past ones'
        )}
      </li>
    </ul>
  );
}

const Waiting = () => <Loader size={14} role="img" aria-label="Waiting" />;

function SampleOffer() {
  return (
    <aside className={styles.aside}>
      <div>
        <strong>Just looking?</strong> Load a few made-up sessions of several agents, marked as test. One
        click removes them.
      </div>
      <LoadSampleButton />
    </aside>
  );
}

/** The latest machine that was not there when the page was opened; clocks have no say in it. */
function useNewcomer(environments: Environment[] | undefined): Environment | undefined {
  const known = useRef<ReadonlySet<string>>(undefined);
  if (environments) known.current ??= new Set(environments.map(({ environmentId }) => environmentId));
  return environments?.find((one) => !known.current?.has(one.environmentId) && !isSample(one));
}

function Step(props: { number: number; title: string; done: boolean; children: ReactNode }) {
  return (
    <li className={styles.step} data-done={props.done || undefined}>
      <span className={styles.number} aria-hidden>
        {props.done ? <IconCheck size={14} /> : props.number}
      </span>
      <div className={styles.body}>
        <h2>{props.title}</h2>
        {props.children}
      </div>
    </li>
  );
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The organization was created a moment ago. */
    fresh?: boolean;
  }
}
