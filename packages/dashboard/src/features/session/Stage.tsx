import type { Session } from '@debrief/contract';
import { Empty } from '../../ui/Empty.tsx';
import { Fault } from '../../ui/Fault.tsx';
import { toastError } from '../../ui/toast/toast.ts';
import { RawEvents } from './RawEvents.tsx';
import { SessionThreads } from './review/thread/EntryThreads.tsx';
import type { ReadEntry } from './transcript/kept-entries.ts';
import { TranscriptList } from './transcript/TranscriptList.tsx';
import type { ReaderState } from './use-reader.ts';

/** The transcript, or why there is none. */
export function Stage(props: {
  session: Session;
  reader: ReaderState;
  mark: number;
  /** Somebody scrolls, and so reads. */
  onRead(): void;
  onRaw(entry: ReadEntry): void;
  onComment(entry: ReadEntry): void;
}) {
  const { session, reader } = props;
  const { reading, review } = reader;
  const { model } = reading;
  if (reading.error && !model.isReady) return <Fault error={reading.error} retry={reading.retry} />;
  if (!model.isReady || !reader.opening) return null;
  if (model.reading?.state === 'unreadable')
    return (
      <>
        <SessionThreads />
        <RawEvents session={session} />
      </>
    );
  if (review.rows.count === 0) {
    const isEmpty = (model.lane(0)?.length ?? 0) === 0;
    const text = !isEmpty
      ? 'All entries are of kinds that are switched off.'
      : session.eventCount === 0
        ? 'Events appear here as they arrive.'
        : 'The server is still reading the events of this session.';
    return (
      <>
        <SessionThreads />
        <Empty title={isEmpty ? 'Nothing to read yet' : 'Nothing to show'} text={text} />
      </>
    );
  }
  return (
    <TranscriptList
      reading={reading}
      review={review}
      opening={reader.opening.place}
      isFollowing={reader.isFollowing}
      onInteract={reader.onInteract}
      onRead={props.onRead}
      fresh={reader.fresh}
      onFollow={() => reader.setFollowing(true)}
      onSeen={reader.onSeen}
      handle={reader.list}
      mark={props.mark}
      onSelect={reader.choose}
      onToggle={review.toggle}
      onRaw={props.onRaw}
      onLink={reader.copyLink}
      onComment={props.onComment}
      onWhole={(entry) => void model.loadWhole(entry.id).catch(toastError)}
    />
  );
}
