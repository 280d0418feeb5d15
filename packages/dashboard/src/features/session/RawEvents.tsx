import type { Session, SessionEvent } from '@debrief/contract';
import { Button, Skeleton } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { loadEvents } from '../../api/event.ts';
import { Fault } from '../../ui/Fault.tsx';
import { exact, plural } from '../../ui/format.ts';
import { CodeBlock } from '../../ui/text/CodeBlock.tsx';
import { Visible } from '../../ui/text/Visible.tsx';
import styles from './RawEvents.module.css';

const pageSize = 50;

/** A session whose records could not be put together to a transcript: every event as it was sent. */
export function RawEvents({ session }: { session: Session }) {
  const { sessionId, eventCount } = session;
  const events = useInfiniteQuery({
    queryKey: ['raw-events', sessionId],
    queryFn: ({ pageParam, signal }) => loadEvents(sessionId, pageParam, pageSize, signal),
    initialPageParam: 0,
    getNextPageParam: (page: SessionEvent[]) => (page.length < pageSize ? undefined : page.at(-1)?.sequence),
  });
  const shown = events.data?.pages.flat() ?? [];
  return (
    <section className={styles.events} aria-label="Raw events" data-testid="raw-events">
      <p className={styles.note} role="status">
        The records of this session could not be read as a transcript. Here are its{' '}
        {plural(eventCount, 'event')} as they were sent.
      </p>
      {events.isPending && <Skeleton height={200} />}
      {events.error && <Fault error={events.error} retry={() => void events.refetch()} />}
      {shown.map((event) => (
        <article key={event.sequence}>
          <p>
            <strong>#{event.sequence}</strong> <Visible text={event.eventType} /> · received{' '}
            {exact(event.createdAt)}
          </p>
          <CodeBlock
            text={JSON.stringify(event.payload, null, 2)}
            language="json"
            label={`Event ${event.sequence}`}
          />
        </article>
      ))}
      {events.hasNextPage && (
        <Button
          variant="default"
          fullWidth
          loading={events.isFetchingNextPage}
          onClick={() => void events.fetchNextPage()}
        >
          More events
        </Button>
      )}
    </section>
  );
}
