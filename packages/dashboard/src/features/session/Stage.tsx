import type { Session } from '@debrief/contract';
import { Empty } from '../../ui/Empty.tsx';
import { Fault } from '../../ui/Fault.tsx';
import { toastError } from '../../ui/toast/toast.ts';
import { RawEvents } from './RawEvents.tsx';
import styles from './Reader.module.css';
import { SessionThreads } from './review/thread/EntryThreads.tsx';
import { SubagentHead } from './subagent/SubagentHead.tsx';
import type { ReadEntry } from './transcript/kept-entries.ts';
import { TranscriptList } from './transcript/TranscriptList.tsx';
import type { EntryPlace } from './transcript/transcript-model.ts';
import type { ReaderState } from './use-reader.ts';

/** The transcript, or why there is none. */
export function Stage(props: {
  session: Session;
  reader: ReaderState;
  mark: number;
  /** The entry of a sub-agent that is read by itself. */
  agent: string | undefined;
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
  if (props.agent !== undefined) return <ByItself {...props} agent={props.agent} />;
  if (review.rows.count === 0) {
    const isEmpty = (model.lane(0)?.length ?? 0) === 0;
    const isNarrowed = review.range !== undefined;
    const text = !isEmpty
      ? isNarrowed
        ? 'Nothing was written in the time that the transcript is narrowed to.'
        : 'All entries are of kinds that are switched off.'
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
  return <List {...props} opening={reader.opening.place} />;
}

type StageProps = Parameters<typeof Stage>[0];

/** A sub-agent with what it was asked and answered above what it did. */
function ByItself(props: StageProps & { agent: string }) {
  const { reader, session, agent } = props;
  const { model } = reader.reading;
  const lane = model.laneOf(agent);
  const opening = reader.opening?.place;
  return (
    <div className={styles.byItself}>
      <SubagentHead
        sessionId={session.sessionId}
        entryId={agent}
        lane={lane}
        skeleton={lane && model.lane(lane.lane)}
      />
      <div className={styles.its}>
        {reader.review.rows.count > 0 && (
          <List {...props} key={agent} opening={opening?.lane === lane?.lane ? opening : undefined} />
        )}
      </div>
    </div>
  );
}

function List(props: StageProps & { opening: EntryPlace | undefined }) {
  const { reader } = props;
  const { reading, review } = reader;
  const { model } = reading;
  return (
    <TranscriptList
      reading={reading}
      review={review}
      opening={props.opening}
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
