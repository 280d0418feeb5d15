import { Button } from '@mantine/core';
import { IconAlertTriangle, IconLock } from '@tabler/icons-react';
import { hasCode, isTemporary } from '../api/client.ts';
import { Empty } from './Empty.tsx';
import { visibleText } from './text/visible.ts';

/** What went wrong, in the server's own words, and the way out. */
export function Fault({ error, retry }: { error: unknown; retry?: () => void }) {
  const refused = hasCode(error, 'insufficient_role');
  const title = refused ? 'This is for owners and admins' : titleOf(error);
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

const missing = [
  ['session_not_found', 'This session is not here'],
  ['environment_not_found', 'This machine is not here'],
  ['route_not_found', 'There is no page here'],
] as const;

function titleOf(error: unknown): string {
  const found = missing.find(([code]) => hasCode(error, code));
  if (found) return found[1];
  return isTemporary(error) ? 'The server does not answer' : 'That did not work';
}
