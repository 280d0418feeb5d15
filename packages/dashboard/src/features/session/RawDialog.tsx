import { Modal, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { loadRecords } from '../../api/event.ts';
import { Fault } from '../../ui/Fault.tsx';
import { exact, plural } from '../../ui/format.ts';
import { CodeBlock } from '../../ui/text/CodeBlock.tsx';
import type { ReadEntry } from './transcript/kept-entries.ts';

/** The records behind an entry, exactly as they were sent. */
export function RawDialog(props: { sessionId: string; entry: ReadEntry; onClose(): void }) {
  const { sessionId, entry } = props;
  const records = useQuery({
    queryKey: ['records', sessionId, entry.sequences],
    queryFn: () => loadRecords(sessionId, entry.sequences),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });
  return (
    <Modal
      opened
      onClose={props.onClose}
      size="xl"
      title={`${plural(entry.sequences.length, 'event')} behind this ${entry.kind}`}
    >
      {records.isPending && <Skeleton height={200} />}
      {records.error && <Fault error={records.error} retry={() => void records.refetch()} />}
      {records.data?.map((event) => (
        <section key={event.sequence}>
          <p>
            <strong>#{event.sequence}</strong> {event.eventType} · received {exact(event.createdAt)}
          </p>
          <CodeBlock
            text={JSON.stringify(event.payload, null, 2)}
            language="json"
            label={`Event ${event.sequence}`}
          />
        </section>
      ))}
    </Modal>
  );
}
