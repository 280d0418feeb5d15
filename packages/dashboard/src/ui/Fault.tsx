import { Button } from '@mantine/core';
import { IconAlertTriangle, IconLock } from '@tabler/icons-react';
import { hasCode, isTemporary } from '../api/client.ts';
import { Empty } from './Empty.tsx';
import { visibleText } from './text/visible.ts';

/** What went wrong, in the server's own words, and the way out. */
export function Fault({ error, retry }: { error: unknown; retry?: () => void }) {
  const refused = hasCode(error, 'insufficient_role');
  const title = refused
    ? 'This is for owners and admins'
    : hasCode(error, 'session_not_found', 'environment_not_found', 'route_not_found')
      ? 'There is no such thing here'
      : isTemporary(error)
        ? 'The server does not answer'
        : 'That did not work';
  const text = error instanceof Error ? error.message : '';
  return (
    <div role="alert">
      <Empty
        icon={refused ? <IconLock size={22} /> : <IconAlertTriangle size={22} />}
        title={title}
        text={visibleText(text)}
      >
        {retry && !refused && (
          <Button variant="default" onClick={retry}>
            Try again
          </Button>
        )}
        <Button variant="subtle" component="a" href="/sessions">
          To the sessions
        </Button>
      </Empty>
    </div>
  );
}
