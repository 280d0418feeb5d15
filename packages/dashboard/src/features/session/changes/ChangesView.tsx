import type { ChangedFile, Session } from '@debrief/contract';
import { ActionIcon, Button, SegmentedControl, Skeleton, Switch } from '@mantine/core';
import {
  IconArrowsHorizontal,
  IconCheck,
  IconChevronLeft,
  IconChevronRight,
  IconDownload,
  IconFileDiff,
  IconRefresh,
} from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';
import { loadChanges } from '../../../api/reading/transcript.ts';
import { Empty } from '../../../ui/Empty.tsx';
import { Fault } from '../../../ui/Fault.tsx';
import { count, plural } from '../../../ui/format.ts';
import { Name } from '../../../ui/text/Name.tsx';
import { visibleText } from '../../../ui/text/visible.ts';
import { toast, toastError } from '../../../ui/toast/toast.ts';
import { useObservable } from '../../../use-observable.ts';
import type { DiffLook } from '../diff/DiffLines.tsx';
import { fullWidth, sideBySide, useDiffLook, whiteSpace, wrapLines } from '../diff/diff-look.ts';
import { downloadPatch } from '../export/download.ts';
import { countTicked, fileTick, tickState } from '../review/tick/ticked.ts';
import { type Ticks, useTicks } from '../review/tick/use-ticks.ts';
import { useRelative } from '../work-folder.ts';
import styles from './ChangesView.module.css';
import { FileChanges } from './FileChanges.tsx';
import { firstShown, type TreeLine, treeLines } from './file-tree.ts';
import { commonFolder, type PatchFile, patchName, toPatch } from './patch.ts';
import { useChangedFiles } from './use-changes.ts';

/** What the session changed in the end, file by file. */
export function ChangesView(props: {
  session: Session;
  foldedTo: number;
  path: string | undefined;
  onPath(path: string): void;
  onGo(sequence: number): void;
}) {
  const { session, foldedTo } = props;
  const changed = useChangedFiles(session.sessionId, foldedTo);
  const relative = useRelative();
  const files = changed.data?.files;
  const lines = useMemo(() => treeLines(files ?? [], relative), [files, relative]);
  const look = useDiffLook();
  const isWide = useObservable(fullWidth);
  const ticks = useTicks();
  const shown = props.path ?? firstShown(lines)?.path;
  if (changed.error) return <Fault error={changed.error} retry={() => void changed.refetch()} />;
  if (!files) return <Skeleton className={styles.waiting} height={240} />;
  if (files.length === 0)
    return (
      <Empty
        icon={<IconFileDiff size={22} />}
        title="No file was changed"
        text="Neither an edit nor a command that writes a file is in this session."
      />
    );
  return (
    <div className={styles.changes} data-testid="changes">
      <div className={styles.bar}>
        <span className={styles.total}>
          {changedWords(files, changed.data?.total ?? files.length)}
          {readWords(files, ticks)}
        </span>
        <LookSwitches look={look} isWide={isWide} />
        <PatchButton session={session} files={files} />
      </div>
      <div className={styles.columns}>
        {!isWide && (
          <nav className={styles.tree} aria-label="Changed files">
            <ul>
              {lines.map((line) => (
                <TreeItem
                  key={line.key}
                  line={line}
                  isShown={line.file?.path === shown}
                  ticks={ticks}
                  onPath={props.onPath}
                />
              ))}
            </ul>
          </nav>
        )}
        <div className={styles.file}>
          {isWide && <FileStepper lines={lines} shown={shown} onPath={props.onPath} />}
          {shown !== undefined && (
            <FileChanges
              key={shown}
              sessionId={session.sessionId}
              path={shown}
              foldedTo={foldedTo}
              look={look}
              onGo={props.onGo}
            />
          )}
        </div>
      </div>
    </div>
  );
}

/** Files that only commands wrote are said apart: the brief counts what was edited. */
function changedWords(files: readonly ChangedFile[], total: number): string {
  const byCommand = files.filter(({ edits }) => edits === 0).length;
  if (byCommand === 0 || byCommand === files.length) return `${plural(total, 'file')} changed`;
  return `${plural(total - byCommand, 'file')} edited, ${count(byCommand)} more written by commands`;
}

/** How many of them the reader has ticked. */
function readWords(files: readonly ChangedFile[], { all, me }: Ticks): string {
  const ticked = countTicked(all, me, files.map(fileTick))?.ticked ?? 0;
  return ticked === 0 ? '' : `, ${count(ticked)} read`;
}

/** How the differences are shown. */
const LookSwitches = ({ look, isWide }: { look: DiffLook; isWide: boolean }) => (
  <>
    <SegmentedControl
      size="xs"
      aria-label="Layout of the differences"
      value={look.sideBySide ? 'split' : 'unified'}
      onChange={(value) => sideBySide.set(value === 'split')}
      data={[
        { value: 'unified', label: 'Unified' },
        { value: 'split', label: 'Side by side' },
      ]}
    />
    <Switch
      size="xs"
      label="Wrap lines"
      checked={look.wrap === true || look.sideBySide === true}
      disabled={look.sideBySide === true}
      onChange={(event) => wrapLines.set(event.currentTarget.checked)}
    />
    <Switch
      size="xs"
      label="White space"
      checked={look.marks === true}
      onChange={(event) => whiteSpace.set(event.currentTarget.checked)}
    />
    <Button
      size="compact-xs"
      variant={isWide ? 'light' : 'default'}
      leftSection={<IconArrowsHorizontal size={14} />}
      aria-pressed={isWide}
      onClick={() => fullWidth.set(!isWide)}
    >
      Full width
    </Button>
  </>
);

/** From file to file while the tree is folded away. */
function FileStepper(props: {
  lines: readonly TreeLine[];
  shown: string | undefined;
  onPath(path: string): void;
}) {
  const paths = props.lines.flatMap(({ file }) => (file ? [file.path] : []));
  const at = paths.indexOf(props.shown ?? '');
  const step = (by: number, label: string, icon: ReactNode) => {
    const path = paths[at + by];
    return (
      <ActionIcon
        size="sm"
        variant="subtle"
        color="gray"
        aria-label={label}
        disabled={path === undefined}
        onClick={() => path !== undefined && props.onPath(path)}
      >
        {icon}
      </ActionIcon>
    );
  };
  return (
    <div className={styles.stepper}>
      {step(-1, 'Previous file', <IconChevronLeft size={16} />)}
      <span>
        File {at + 1} of {paths.length}
      </span>
      {step(1, 'Next file', <IconChevronRight size={16} />)}
    </div>
  );
}

function TreeItem(props: { line: TreeLine; isShown: boolean; ticks: Ticks; onPath(path: string): void }) {
  const { line } = props;
  const { file } = line;
  const style = { paddingLeft: `${0.5 + line.depth * 0.75}rem` };
  if (!file)
    return (
      <li className={styles.folder} style={style}>
        <Name text={line.name} />
      </li>
    );
  return (
    <li>
      <button
        type="button"
        className={styles.leaf}
        style={style}
        aria-current={props.isShown || undefined}
        title={visibleText(file.path)}
        onClick={() => props.onPath(file.path)}
      >
        <span className={styles.name} data-change={file.change}>
          <Name text={line.name} />
        </span>
        <TickSign file={file} ticks={props.ticks} />
        {file.edits > 0 ? (
          <>
            <span className={styles.plus}>+{file.added}</span>
            <span className={styles.minus}>−{file.removed}</span>
          </>
        ) : (
          <span className={styles.command}>by command</span>
        )}
      </button>
    </li>
  );
}

function TickSign({ file, ticks }: { file: ChangedFile; ticks: Ticks }) {
  const state = tickState(ticks.all, ticks.me, fileTick(file));
  if (state === 'none') return null;
  const label = state === 'ticked' ? 'Read' : 'Changed since you read it';
  return (
    <span className={styles.tick} data-state={state} role="img" aria-label={label} title={label}>
      {state === 'ticked' ? <IconCheck size={14} aria-hidden /> : <IconRefresh size={14} aria-hidden />}
    </span>
  );
}

/** The files whose difference is known whole; how many are not, and how many no patch can reach. */
async function patchParts(session: Session, files: readonly ChangedFile[]) {
  const parts: PatchFile[] = [];
  const folder = session.repoRoot ?? commonFolder(files.flatMap(({ path, was }) => [path, was ?? path]));
  let [left, outside] = [0, 0];
  for (const { path, was } of files) {
    const { file } = await loadChanges({ sessionId: session.sessionId, path });
    const name = patchName(path, folder);
    const before = was === undefined ? undefined : patchName(was, folder);
    if (file?.known !== 'net') left++;
    else if (name === undefined || (was !== undefined && before === undefined)) outside++;
    else parts.push({ path: name, ...(before && { was: before }), change: file.change, hunks: file.hunks });
  }
  return { parts, left, outside };
}

/** All net changes in one file that `git apply` takes. */
function PatchButton(props: { session: Session; files: ChangedFile[] }) {
  const { session, files } = props;
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      const { parts, left, outside } = await patchParts(session, files);
      const patch = toPatch(parts);
      if (patch !== '') downloadPatch(session, patch);
      const notes = [
        left > 0 && `${plural(left, 'file')} left out: not known to the byte.`,
        outside > 0 && `${plural(outside, 'file')} left out: outside of the folder of the session.`,
        patch === '' && 'There is nothing to put into a patch.',
      ].filter(Boolean);
      if (notes.length > 0) toast(notes.join(' '), 'bad');
    } catch (error) {
      toastError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      size="compact-xs"
      variant="default"
      leftSection={<IconDownload size={14} />}
      loading={isBusy}
      onClick={() => void save()}
    >
      Download as patch
    </Button>
  );
}
