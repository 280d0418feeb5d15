import type { FileAt } from '@debrief/contract';
import { ActionIcon, Button, Skeleton } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Fault } from '../../../ui/Fault.tsx';
import { count, shortPath } from '../../../ui/format.ts';
import { CopyIcon } from '../../../ui/text/Copy.tsx';
import { Name } from '../../../ui/text/Name.tsx';
import { visibleText } from '../../../ui/text/visible.ts';
import { Go } from '../brief/Go.tsx';
import { useRelative } from '../work-folder.ts';
import styles from './CodeBeside.module.css';
import { FileLines } from './FileLines.tsx';
import { beginOf, stateAt } from './file-beside.ts';
import type { Beside } from './use-beside.ts';
import { usePrompt, type Ways } from './ways.ts';

type ShownFile = NonNullable<FileAt['file']>;

/** The file that is read of, as it was after what is read; what the last edit did is marked. */
export function CodeBeside(props: { beside: Beside; ways: Ways; onNextEdit(): void; onClose(): void }) {
  const { beside, ways, onClose } = props;
  const { file: asked, query } = beside;
  const found = query.data?.file;
  return (
    <section className={styles.beside} aria-label="Code" data-testid="code-beside">
      {asked === undefined ? (
        <Head title="Code" onClose={onClose} />
      ) : (
        <FileHead beside={beside} ways={ways} onClose={onClose} />
      )}
      {asked === undefined ? (
        <div className={styles.note}>
          <p>What is read names no file. The next entry that reads or changes one shows it here.</p>
          <Button mt="xs" size="xs" variant="default" title="Next edit (d)" onClick={props.onNextEdit}>
            Go to the next edit
          </Button>
        </div>
      ) : query.error ? (
        <Fault error={query.error} retry={() => void query.refetch()} />
      ) : !query.data ? (
        <Skeleton className={styles.waiting} height={240} />
      ) : !found ? (
        <p className={styles.note}>
          Nothing is recorded of this file: no edit of it, and no reading with its lines.
        </p>
      ) : (
        <Shown beside={beside} found={found} ways={ways} />
      )}
    </section>
  );
}

const Head = (props: { title: ReactNode; onClose(): void; children?: ReactNode }) => (
  <header className={styles.head}>
    <h2>{props.title}</h2>
    {props.children}
    <ActionIcon
      className={styles.close}
      size="sm"
      variant="subtle"
      color="gray"
      aria-label="Close the code (a)"
      title="Close (a)"
      onClick={props.onClose}
    >
      <IconX size={16} />
    </ActionIcon>
  </header>
);

/** Which file, as of when, and the ways to its other states. */
function FileHead({ beside, ways, onClose }: { beside: Beside; ways: Ways; onClose(): void }) {
  const relative = useRelative();
  const { file, states, query } = beside;
  const found = query.data?.file;
  const last = found?.last === undefined ? undefined : found.edits[found.last];
  const prompt = usePrompt(ways, last);
  if (!file) return null;
  const path = relative(found && !query.isPlaceholderData ? found.path : file.path);
  const at = stateAt(states, file.at);
  const go = (state: number) => beside.choose({ path: file.path, at: atState(states, state) });
  return (
    <>
      <Head title={<Name text={shortPath(path, 60)} />} onClose={onClose}>
        <CopyIcon text={file.path} label="Copy the path" />
        <span className={styles.asOf}>
          as of <Go sequence={file.at} onGo={ways.onGo} />
        </span>
      </Head>
      {states.length > 0 && (
        <div className={styles.states}>
          <Step label="Previous state" isOff={at === 0} onClick={() => go(at - 1)}>
            <IconChevronLeft size={16} />
          </Step>
          <input
            type="range"
            min={0}
            max={states.length}
            value={at}
            aria-label="States of the file"
            aria-valuetext={stateName(at, states)}
            onChange={({ currentTarget }) => go(Number(currentTarget.value))}
          />
          <Step label="Next state" isOff={at >= states.length} onClick={() => go(at + 1)}>
            <IconChevronRight size={16} />
          </Step>
          <span className={styles.state} role="status">
            {stateName(at, states)}
          </span>
          {last && (
            <span className={styles.ways}>
              edit <Go sequence={beginOf(last)} onGo={ways.onGo} />
              {prompt && (
                <>
                  {' · '}prompt{' '}
                  <Go sequence={prompt.sequence} onGo={ways.onGo} title={visibleText(prompt.text)} />
                </>
              )}
            </span>
          )}
        </div>
      )}
    </>
  );
}

const Step = (props: { label: string; isOff: boolean; onClick(): void; children: ReactNode }) => (
  <ActionIcon
    size="sm"
    variant="subtle"
    color="gray"
    aria-label={props.label}
    disabled={props.isOff}
    onClick={props.onClick}
  >
    {props.children}
  </ActionIcon>
);

/** The event of a state; the first one is before every edit. */
const atState = (states: readonly number[], state: number): number =>
  state <= 0 ? Math.max(0, (states[0] ?? 1) - 1) : (states[Math.min(state, states.length) - 1] as number);

const stateName = (state: number, states: readonly number[]): string =>
  state === 0 ? 'before the first edit' : `edit ${count(state)} of ${count(states.length)}`;

function Shown({ beside, found, ways }: { beside: Beside; found: ShownFile; ways: Ways }) {
  const { file, query } = beside;
  const { first, shown, total } = found.rows;
  const lineAt = (hunk: ShownFile['hunks'][number] | undefined, end: boolean) =>
    hunk && Math.max(1, end ? hunk.newStart + hunk.newLines : hunk.newStart - pageLines);
  const goTo = (line: number | undefined) => file && line && beside.choose({ ...file, line });
  return (
    <div className={styles.body} data-old={query.isPlaceholderData || undefined}>
      {notesOf(found).map((note) => (
        <p key={note} className={styles.note}>
          {note}
        </p>
      ))}
      {first > 0 && (
        <Button
          variant="subtle"
          color="gray"
          size="compact-xs"
          onClick={() => goTo(lineAt(found.hunks[0], false))}
        >
          Lines above: {count(first)} more
        </Button>
      )}
      <FileLines file={found} ways={ways} />
      {first + shown < total && (
        <Button
          variant="subtle"
          color="gray"
          size="compact-xs"
          onClick={() => goTo(lineAt(found.hunks.at(-1), true))}
        >
          Lines below: {count(total - first - shown)} more
        </Button>
      )}
    </div>
  );
}

/** A bit less than an answer holds, so that lines are seen twice rather than never. */
const pageLines = 500;

/** What is known of the file and what is not. */
function notesOf(file: ShownFile): string[] {
  const { lost, last } = file;
  const isLastCommand = last !== undefined && file.edits[last]?.change === 'command';
  return [
    !file.exists && 'It is deleted.',
    lost?.by === 'command' &&
      `A command wrote this file at #${lost.sequence}, and what it wrote is not recorded.${isLastCommand ? '' : ' Lines that were seen or edited since then are known.'}`,
    lost?.by === 'changed' &&
      `Something that is not recorded changed this file before #${lost.sequence}. Lines that were seen or edited since then are known.`,
    file.isUnplaced && 'Where in the file this edit stands is not recorded.',
    file.exists &&
      !file.isWhole &&
      !lost &&
      !file.isUnplaced &&
      'Only the lines that were read or edited are known.',
    file.isCut && 'It has more edits than are put together here.',
    file.exists && file.hunks.length === 0 && 'No line of it is known.',
  ].filter((note): note is string => typeof note === 'string');
}
