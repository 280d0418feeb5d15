import type { Environment } from '@debrief/contract';
import { Button, Loader } from '@mantine/core';
import { IconCheck, IconTerminal2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useRouterState } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { apiUrl } from '../../api/auth.ts';
import { client } from '../../api/client.ts';
import { environmentsQuery, isSample } from '../../api/environment.ts';
import { useMe } from '../../api/member.ts';
import { useIssueSecret } from '../../api/secret.ts';
import { useSample } from '../../api/session.ts';
import { Page } from '../../ui/Page.tsx';
import { sessionTitle } from '../../ui/session/session-state.ts';
import { CopyLine } from '../../ui/text/Copy.tsx';
import { Name } from '../../ui/text/Name.tsx';
import { visibleText } from '../../ui/text/visible.ts';
import { toastError } from '../../ui/toast/toast.ts';
import styles from './Connect.module.css';

/** From nothing to the first captured session; notices by itself when machine and session arrive. */
export function Connect() {
  const fresh = useRouterState({ select: (state) => Boolean(state.location.state.fresh) });
  const { mayManage } = useMe();
  const issue = useIssueSecret();
  const sample = useSample();
  const environments = useQuery({ ...environmentsQuery, refetchInterval: 2_000 });
  const arrived = useNewcomer(environments.data);
  const sessions = useQuery({
    queryKey: ['sessions', 'first', arrived?.environmentId],
    queryFn: ({ signal }) =>
      client.listSessions({ environmentId: arrived?.environmentId ?? '', limit: 1 }, { signal }),
    enabled: arrived !== undefined,
    refetchInterval: 2_000,
  });
  const first = sessions.data?.sessions[0];

  const navigate = useNavigate();
  const arrivedId = first?.sessionId;
  useEffect(() => {
    if (!arrivedId) return;
    // Long enough to see the check mark, short enough not to wonder.
    const timer = setTimeout(
      () => void navigate({ to: '/sessions/$sessionId', params: { sessionId: arrivedId } }),
      1_500,
    );
    return () => clearTimeout(timer);
  }, [arrivedId, navigate]);

  const asked = useRef(false);
  const { mutate } = issue;
  useEffect(() => {
    // Straight from creating the organization: nobody should have to ask for the obvious next thing.
    if (!fresh || asked.current || !mayManage) return;
    asked.current = true;
    mutate({ label: 'First machine' });
  }, [fresh, mayManage, mutate]);

  return (
    <Page
      title="Connect a machine"
      lead="Run one command where your coding agents work. It finds them, asks what to capture, and keeps recording in the background."
    >
      <ol className={styles.steps}>
        <Step number={1} title="Run this in a terminal" done={arrived !== undefined}>
          <CopyLine text={`npx ${apiUrl()}/cli.tgz connect`} label="Copy the command" />
          <p>It comes from this server; nothing else is downloaded. Node.js 20 or newer is enough.</p>
        </Step>
        <Step number={2} title="Paste the secret when it asks" done={arrived !== undefined}>
          {issue.data ? (
            <>
              <CopyLine text={issue.data.secret} label="Copy the secret" />
              <p>
                <strong>Shown only now.</strong> It lets a machine send sessions, and nothing else. You can
                revoke it at any time under <Link to="/secrets">Secrets</Link>.
              </p>
            </>
          ) : (
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
          )}
        </Step>
        <Step number={3} title="Watch it arrive" done={first !== undefined}>
          <ul className={styles.watch} aria-live="polite">
            <li data-done={arrived !== undefined || undefined}>
              {arrived ? <IconCheck size={16} /> : <Loader size={14} role="img" aria-label="Waiting" />}
              {arrived
                ? `${visibleText(arrived.displayName ?? arrived.hostname)} is connected`
                : 'Waiting for the machine…'}
            </li>
            <li data-done={first !== undefined || undefined}>
              {first ? (
                <IconCheck size={16} />
              ) : arrived ? (
                <Loader size={14} role="img" aria-label="Waiting" />
              ) : (
                <span />
              )}
              {first ? (
                <Link to="/sessions/$sessionId" params={{ sessionId: first.sessionId }}>
                  Read your first session: <Name text={sessionTitle(first)} />
                </Link>
              ) : (
                'Waiting for the first session: start your coding agent, or import past ones'
              )}
            </li>
          </ul>
        </Step>
      </ol>
      <aside className={styles.aside}>
        <div>
          <strong>Just looking?</strong> Load a few made-up sessions of several agents, marked as test. One
          click removes them.
        </div>
        <Button
          variant="default"
          loading={sample.load.isPending}
          onClick={() =>
            sample.load.mutate(undefined, {
              onSuccess: () => void navigate({ to: '/sessions', search: { kind: 'test' } }),
              onError: toastError,
            })
          }
        >
          Load sample sessions
        </Button>
      </aside>
    </Page>
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
