import type { Changes, FileEdit } from '@debrief/contract';
import { Button, Skeleton } from '@mantine/core';
import { useMemo } from 'react';
import { Fault } from '../../../ui/Fault.tsx';
import { count, plural } from '../../../ui/format.ts';
import { languageOf } from '../../../ui/text/language.ts';
import { Name } from '../../../ui/text/Name.tsx';
import { visibleText } from '../../../ui/text/visible.ts';
import { FileAsOf } from '../beside/FileAsOf.tsx';
import { beginOf } from '../beside/file-beside.ts';
import { DiffLines, type DiffLook } from '../diff/DiffLines.tsx';
import { diffLines } from '../diff/diff-lines.ts';
import { FileThreads, useLineThreads } from '../review/thread/LineThreads.tsx';
import { TickBox } from '../review/tick/TickBox.tsx';
import { fileTick } from '../review/tick/ticked.ts';
import { useRelative } from '../work-folder.ts';
import styles from './ChangesView.module.css';
import { useFileChanges } from './use-changes.ts';

type ChangedContent = NonNullable<Changes['file']>;

const words: Record<string, string> = {
  add: 'new file',
  delete: 'deleted',
  move: 'moved',
  none: 'back to what it was',
  command: 'changed by a command',
};

const doubts: Record<NonNullable<ChangedContent['doubt']>, string> = {
  command: 'A command wrote this file, and what it wrote is not recorded.',
  changed: 'Something that is not recorded changed this file between what the session saw and did.',
  unseen: 'What was in the file before is not recorded.',
  rendered: 'Not exact: the white space at the beginning of some lines is recorded only as it was shown.',
  redacted: 'Not exact: a secret was taken out of it.',
  cut: 'Not whole: the difference is longer than what is shown.',
};

/** The net change of one file; where it is not known, its edits one after the other. */
export function FileChanges(props: {
  sessionId: string;
  path: string;
  foldedTo: number;
  look: DiffLook;
  onGo(sequence: number): void;
}) {
  const { path, look, onGo } = props;
  const relative = useRelative();
  const { data, error, refetch } = useFileChanges(props.sessionId, path, props.foldedTo);
  if (error) return <Fault error={error} retry={() => void refetch()} />;
  if (!data) return <Skeleton height={200} />;
  const { file } = data;
  const [record] = data.files;
  if (!file) return <p className={styles.hint}>Nothing is known of this file.</p>;
  return (
    <>
      <h2 className={styles.path}>
        {record?.was && (
          <>
            <Name text={relative(record.was)} /> →{' '}
          </>
        )}
        <Name text={relative(path)} />
        {words[file.change] && <small>{words[file.change]}</small>}
        <small className={styles.plus}>+{count(file.added)}</small>
        <small className={styles.minus}>−{count(file.removed)}</small>
        {record && <TickBox what={fileTick(record)} />}
        {record && <FileAsOf path={path} sequence={Number.parseInt(record.last, 10)} />}
      </h2>
      <Known file={file} />
      {file.known !== 'edits' && file.hunks.length > 0 && (
        <Net file={file} path={path} look={look} onGo={onGo} />
      )}
      {file.known !== 'net' && <Edits file={file} path={path} look={look} onGo={onGo} />}
      <OtherEdits edits={file.edits} onGo={onGo} />
    </>
  );
}

function Known({ file }: { file: ChangedContent }) {
  const hasLoose = file.edits.some(({ hunks, isRetracted }) => hunks?.length && !isRetracted);
  const notes = [
    file.doubt && file.known !== 'net' && `${doubts[file.doubt]} There is no patch of it.`,
    file.known === 'partial' &&
      hasLoose &&
      'The difference is shown as far as it is known, then the edits that are not in it.',
    file.known === 'edits' && hasLoose && 'The edits follow one after the other.',
    file.change === 'none' && 'The edits cancel each other out.',
    file.isCut && 'There is more than is shown here.',
  ].filter(Boolean);
  return notes.map((note) => (
    <p key={String(note)} className={styles.hint}>
      {note}
    </p>
  ));
}

interface Shown {
  file: ChangedContent;
  path: string;
  look: DiffLook;
  onGo(sequence: number): void;
}

function Net({ file, path, look, onGo }: Shown) {
  const lines = useMemo(() => diffLines(file.hunks, true), [file.hunks]);
  const threads = useLineThreads(path, lines);
  const lastEdit = (hunk: number) => file.edits[file.hunks[hunk]?.edits?.at(-1) ?? -1];
  return (
    <div className={styles.diff}>
      <FileThreads threads={threads.others} />
      <DiffLines
        belowOf={threads.belowOf}
        onLine={(line) => threads.onLine(line, lastEdit(line.hunk))}
        lines={lines}
        language={languageOf(path)}
        label={`Net change of ${visibleText(path)}`}
        look={look}
        headOf={(at) => {
          const hunk = file.hunks[at];
          const edits = (hunk?.edits ?? []).flatMap((edit) => file.edits[edit] ?? []);
          return (
            <div className={styles.hunk}>
              <span>
                @@ −{hunk?.oldStart},{hunk?.oldLines} +{hunk?.newStart},{hunk?.newLines} @@
              </span>
              {edits.slice(0, 4).map((edit) => (
                <EditLink key={edit.entry} edit={edit} onGo={onGo} />
              ))}
              {edits.length > 4 && <span>and {plural(edits.length - 4, 'more edit')}</span>}
            </div>
          );
        }}
      />
    </div>
  );
}

function Edits({ file, path, look, onGo }: Shown) {
  return file.edits
    .filter(({ hunks, isRetracted }) => hunks?.length && !isRetracted)
    .map((edit) => <OneEdit key={edit.entry} edit={edit} path={path} look={look} onGo={onGo} />);
}

function OneEdit(props: { edit: FileEdit; path: string; look: DiffLook; onGo(sequence: number): void }) {
  const { edit } = props;
  const hunks = edit.hunks;
  const lines = useMemo(() => diffLines(hunks ?? [], (hunks?.[0]?.oldStart ?? 0) > 0), [hunks]);
  const threads = useLineThreads(props.path, lines, edit.entry);
  return (
    <div className={styles.diff}>
      <div className={styles.hunk}>
        <EditLink edit={edit} onGo={props.onGo} />
      </div>
      <FileThreads threads={threads.others} />
      <DiffLines
        belowOf={threads.belowOf}
        onLine={(line) => threads.onLine(line, edit)}
        lines={lines}
        language={languageOf(props.path)}
        label={`Edit of ${visibleText(props.path)} at event ${edit.sequence}`}
        look={props.look}
      />
    </div>
  );
}

/** Edits that are not in the difference: made by a command, or taken back. */
function OtherEdits({ edits, onGo }: { edits: FileEdit[]; onGo(sequence: number): void }) {
  const commands = edits.filter(({ change }) => change === 'command');
  const retracted = edits.filter(({ isRetracted }) => isRetracted);
  return (
    <>
      {commands.length > 0 && (
        <p className={styles.hint}>
          Changed by {plural(commands.length, 'command')}, content not recorded:{' '}
          {commands.slice(0, 20).map((edit) => (
            <EditLink key={edit.entry} edit={edit} onGo={onGo} />
          ))}
        </p>
      )}
      {retracted.length > 0 && (
        <p className={styles.hint}>
          {plural(retracted.length, 'edit')} that the agent took back {retracted.length === 1 ? 'is' : 'are'}{' '}
          not included:{' '}
          {retracted.slice(0, 20).map((edit) => (
            <EditLink key={edit.entry} edit={edit} onGo={onGo} />
          ))}
        </p>
      )}
    </>
  );
}

const EditLink = ({ edit, onGo }: { edit: FileEdit; onGo(sequence: number): void }) => (
  <>
    <Button size="compact-xs" variant="subtle" onClick={() => onGo(edit.sequence)}>
      turn {edit.turn + 1}, event #{edit.sequence}
    </Button>
    <FileAsOf path={edit.path} sequence={beginOf(edit)} />
  </>
);
