import type { ReadChannel } from '@debrief/contract';
import { Modal, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { readersQuery } from '../../../api/review/access.ts';
import { Fault } from '../../../ui/Fault.tsx';
import { plural } from '../../../ui/format.ts';
import { Row, Rows } from '../../../ui/Page.tsx';
import { Person } from '../../../ui/person/Person.tsx';
import { Time } from '../../../ui/Time.tsx';
import styles from './ReadersDialog.module.css';

const channelNames: Record<ReadChannel, string> = {
  session: 'the session',
  events: 'its events',
  transcript: 'the transcript',
  outline: 'the outline',
  brief: 'the brief',
  changes: 'the changes',
  find: 'find',
  findings: 'findings',
  stream: 'live',
  search: 'search results',
  export: 'an export',
};

/** Who read this session, when, and what of it. For its author and admins. */
export function ReadersDialog({ sessionId, onClose }: { sessionId: string; onClose(): void }) {
  const { data, error, refetch } = useQuery(readersQuery(sessionId));
  return (
    <Modal opened onClose={onClose} title="Who read this session" size="lg">
      {error ? (
        <Fault error={error} retry={() => void refetch()} />
      ) : !data ? (
        <Skeleton height={120} />
      ) : data.length === 0 ? (
        <p className={styles.note}>Nobody has read it yet.</p>
      ) : (
        <Rows label="Readers">
          {data.map(({ userId, firstAt, lastAt, channels, days }) => (
            <Row
              key={userId}
              title={<Person userId={userId} />}
              detail={channels.map((channel) => channelNames[channel]).join(', ')}
              meta={
                <>
                  <span>on {plural(days.length, 'day')}</span>
                  <span>
                    {firstAt === lastAt ? '' : 'last '}
                    <Time at={lastAt} />
                  </span>
                </>
              }
            />
          ))}
        </Rows>
      )}
      <p className={styles.note}>
        From the audit log, admins included. Operators who read the database itself are not in it.
      </p>
    </Modal>
  );
}
