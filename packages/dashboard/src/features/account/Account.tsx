import type { Terminal } from '@debrief/contract';
import { Button, Skeleton } from '@mantine/core';
import { IconTerminal2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { terminalsQuery, useEndTerminal } from '../../api/machine/terminal.ts';
import { Empty } from '../../ui/Empty.tsx';
import { Fault } from '../../ui/Fault.tsx';
import { Page, Row, Rows } from '../../ui/Page.tsx';
import { Time } from '../../ui/Time.tsx';
import { Name } from '../../ui/text/Name.tsx';
import { toast, toastError } from '../../ui/toast/toast.ts';
import { Tokens } from './Tokens.tsx';

/** Where one is signed in with `debrief login`, and what one's programs ask with. */
export function Account() {
  const { data, error, isPending, refetch } = useQuery(terminalsQuery);
  const end = useEndTerminal();
  if (error) return <Fault error={error} retry={() => void refetch()} />;
  return (
    <Page
      title="Your terminals and tokens"
      lead="Where you are signed in with “debrief login”. A terminal reads what you may read, and changes nothing."
      action={
        data &&
        data.length > 1 && (
          <Button
            variant="default"
            loading={end.isPending}
            onClick={() =>
              end.mutate(undefined, {
                onSuccess: () => toast('All terminals are signed out.'),
                onError: toastError,
              })
            }
          >
            Sign out everywhere
          </Button>
        )
      }
    >
      {isPending && <Skeleton height={120} />}
      {data?.length === 0 && (
        <Empty
          icon={<IconTerminal2 size={22} />}
          title="No terminal is signed in"
          text="“debrief login” signs one in, so that “debrief why” can say why a line is there."
        />
      )}
      {data && data.length > 0 && (
        <Rows label="Terminals">
          {data.map((terminal) => (
            <TerminalRow key={terminal.terminalId} terminal={terminal} />
          ))}
        </Rows>
      )}
      <Tokens />
    </Page>
  );
}

function TerminalRow({ terminal }: { terminal: Terminal }) {
  const end = useEndTerminal();
  return (
    <Row
      title={<Name text={terminal.machine} />}
      detail={
        <span>
          {terminal.lastUsedAt ? (
            <>
              Last used <Time at={terminal.lastUsedAt} />
            </>
          ) : (
            'Not used yet'
          )}
        </span>
      }
      meta={
        <>
          <span>
            Since <Time at={terminal.createdAt} />
          </span>
          <span>
            Until <Time at={terminal.expiresAt} />
          </span>
        </>
      }
      actions={
        <Button
          size="xs"
          variant="default"
          loading={end.isPending}
          onClick={() =>
            end.mutate(terminal.terminalId, {
              onSuccess: () => toast('The terminal is signed out.'),
              onError: toastError,
            })
          }
        >
          Sign out
        </Button>
      }
    />
  );
}
