import type { ReadChannel, ReaderList } from '@debrief/contract';
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
  ahead: 'fetched ahead',
  token: 'a program, with a token',
  mcp: 'an agent, over MCP',
  gate: 'the gate of a merge',
};

type Reader = ReaderList['readers'][number];

/** Some of it was fetched in case they open it, and they have not. */
const isOnlyAhead = ({ channels }: Reader): boolean => channels.every((channel) => channel === 'ahead');

function Readers({ readers, label }: { readers: readonly Reader[]; label: string }) {
  if (readers.length === 0) return null;
  return (
    <>
      {isOnlyAhead(readers[0] as Reader) && <p className={styles.note}>{label}:</p>}
      <Rows label={label}>
        {readers.map((reader) => (
          <Row
            key={reader.userId}
            title={<Person userId={reader.userId} />}
            {...(!isOnlyAhead(reader) && { detail: wordsOf(reader) })}
            faded={isOnlyAhead(reader)}
            meta={
              <>
                <span>on {plural(reader.days.length, 'day')}</span>
                <span>
                  {reader.firstAt === reader.lastAt ? '' : 'last '}
                  <Time at={reader.lastAt} />
                </span>
              </>
            }
          />
        ))}
      </Rows>
    </>
  );
}

const wordsOf = ({ channels }: Reader): string =>
  channels
    .filter((channel) => channel !== 'ahead')
    .map((channel) => channelNames[channel])
    .join(', ');

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
        <>
          <Readers readers={data.filter((reader) => !isOnlyAhead(reader))} label="Readers" />
          <Readers
            readers={data.filter(isOnlyAhead)}
            label="Stayed at its row in the list, and did not open it"
          />
        </>
      )}
      <p className={styles.note}>
        From the audit log, admins included. Operators who read the database itself are not in it.
      </p>
    </Modal>
  );
}
