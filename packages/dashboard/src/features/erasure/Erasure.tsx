import type { Erasure as Receipt } from '@debrief/contract';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { erasureQuery } from '../../api/review/access.ts';
import { Fault } from '../../ui/Fault.tsx';
import { exact, plural } from '../../ui/format.ts';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { Page, Row, Rows } from '../../ui/Page.tsx';
import { Person } from '../../ui/person/Person.tsx';

const remainsText: Record<Receipt['remains'][number], string> = {
  backups: 'Backups that the operator made before hold it until they are thrown away.',
  database_files:
    'Files of PostgreSQL and its log of writes may hold bytes of it until that room is used again; the operator can have the tables rewritten.',
};

/** What became of a session that was deleted. */
export function Erasure() {
  const { sessionId } = useParams({ from: '/shell/erasures/$sessionId' });
  const { data, error, refetch } = useQuery(erasureQuery(sessionId));
  if (error) return <Fault error={error} retry={() => void refetch()} />;
  if (!data)
    return (
      <Page title="Deleted session">
        <Skeleton height={160} />
      </Page>
    );
  const isErased = data.state === 'erased';
  return (
    <Page
      title={isErased ? 'The session is erased' : 'The session is being erased'}
      lead={
        isErased
          ? 'This is the receipt. Nothing brings the session back, besides what is said at its end.'
          : 'Nobody can read it any more. Its bytes are being overwritten; this page says when that is done.'
      }
      action={<LinkButton to="/sessions">To the sessions</LinkButton>}
    >
      <div role="status">
        <Rows label="Receipt">
          <Row title="Session" detail={data.sessionId} />
          <Row
            title={`Deleted with ${plural(data.eventCount, 'event')}, its threads and reviews, and everything made of it`}
            detail={exact(data.requestedAt)}
            meta={data.requestedBy ? <Person userId={data.requestedBy} /> : 'the operator'}
          />
          <Row
            title="Nothing of it can be read"
            detail={data.removedAt ? exact(data.removedAt) : 'under way'}
          />
          <Row title="Its bytes are gone" detail={data.erasedAt ? exact(data.erasedAt) : 'under way'} />
          {data.remains.map((place) => (
            <Row key={place} title="Not in the server’s hands" detail={remainsText[place]} />
          ))}
        </Rows>
      </div>
    </Page>
  );
}
