import type { Session, SessionReview } from '@debrief/contract';
import { type Entry, type Summary, toolKinds } from '@debrief/transcript';
import { useMemo } from 'react';
import { Chip } from '../../../ui/Chip.tsx';
import {
  compact,
  costHint,
  costText,
  count,
  duration,
  exact,
  plural,
  shortPath,
  totalTokens,
} from '../../../ui/format.ts';
import { leaksOf } from '../../../ui/session/Leaks.tsx';
import { CopyIcon } from '../../../ui/text/Copy.tsx';
import { Name } from '../../../ui/text/Name.tsx';
import { Visible } from '../../../ui/text/Visible.tsx';
import { visibleText } from '../../../ui/text/visible.ts';
import { isEdit } from '../transcript/entries.ts';
import type { Reading } from '../transcript/use-transcript.ts';
import { useRelative } from '../work-folder.ts';
import styles from './Details.module.css';
import { verdictTone } from './Health.tsx';
import type { Verdict } from './health.ts';
import { TokenChart } from './TokenChart.tsx';

const toolNames: Record<(typeof toolKinds)[number], string> = {
  shell: 'Shell',
  edit: 'Edit',
  write: 'Write',
  read: 'Read',
  search: 'Search',
  web: 'Web',
  todo: 'Plan',
  mcp: 'MCP',
  task: 'Sub-agent',
  question: 'Question',
  other: 'Other',
};

/** What the session used and touched, counted from what has been read so far. */
export function Details(props: {
  review: SessionReview;
  reading: Reading;
  verdict: Verdict;
  onGo(sequence: number): void;
}) {
  const { review, reading, verdict } = props;
  const { transcript, progress } = reading;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the transcript is live; `version` says it moved
  const summary = useMemo(() => transcript.summary(), [transcript, progress.version]);
  return (
    <div className={styles.details}>
      <section>
        <h2>Capture</h2>
        <p className={styles.verdict}>
          <Chip tone={verdictTone[verdict.kind]}>{verdict.short}</Chip>
          <span>{verdict.text}</span>
        </p>
      </section>
      <Leaks session={review.session} />
      <Usage summary={summary} />
      <TokenChart samples={transcript.samples} version={progress.version} onGo={props.onGo} />
      <Models summary={summary} />
      <Tools summary={summary} />
      <Files summary={summary} entries={transcript.entries} onGo={props.onGo} />
      <Facts review={review} summary={summary} />
    </div>
  );
}

/** What was found, and what to do about it; where it stands is for whoever looks. */
function Leaks({ session }: { session: Session }) {
  const leaks = leaksOf(session);
  if (leaks.length === 0) return null;
  const remove = `npx debrief-server delete-session ${session.sessionId}`;
  return (
    <section data-testid="leak-details">
      <h2>Secrets that slipped through</h2>
      <ul className={styles.bars}>
        {leaks.map(({ rule, count: found }) => (
          <li key={rule}>
            <span className={styles.name}>
              <Visible text={rule} />
            </span>
            <span>{plural(found, 'time')}</span>
          </li>
        ))}
      </ul>
      <p className={styles.hint}>
        They reached this server unredacted and everybody in the organization can read them. Revoke them where
        they were issued. To remove the session too, run on the server:
      </p>
      <p className={styles.command}>
        <code>{remove}</code>
        <CopyIcon text={remove} label="Copy: the command that deletes this session" />
      </p>
    </section>
  );
}

function Usage({ summary }: { summary: Summary }) {
  const { usage, cost } = summary;
  const total = totalTokens(usage);
  const partial = cost.unknownModels.length > 0;
  const hint =
    costHint(partial, cost.unknownModels) ??
    `List prices of ${cost.pricesAsOf}; not what a subscription pays`;
  return (
    <section>
      <h2>Usage</h2>
      <dl className={styles.numbers}>
        <div>
          <dt>Tokens</dt>
          <dd title={count(total)}>{total > 0 ? compact(total) : '–'}</dd>
        </div>
        <div>
          <dt>Cost</dt>
          <dd title={hint}>
            {cost.estimated > 0 && '≈ '}
            {costText(total > 0 || cost.total > 0 ? cost.total : undefined, partial)}
          </dd>
        </div>
        <div>
          <dt>Requests</dt>
          <dd>{usage.requests > 0 ? count(usage.requests) : '–'}</dd>
        </div>
        <div>
          <dt>Lines</dt>
          <dd>
            {summary.linesAdded + summary.linesRemoved > 0 ? (
              <>
                <span className={styles.plus}>+{compact(summary.linesAdded)}</span>{' '}
                <span className={styles.minus}>−{compact(summary.linesRemoved)}</span>
              </>
            ) : (
              '–'
            )}
          </dd>
        </div>
        <div>
          <dt>Errors</dt>
          <dd className={summary.errors > 0 ? styles.minus : ''}>{summary.errors || '–'}</dd>
        </div>
        <div>
          <dt>Denied</dt>
          <dd>{summary.denials || '–'}</dd>
        </div>
      </dl>
    </section>
  );
}

function Models({ summary }: { summary: Summary }) {
  if (summary.models.length === 0) return null;
  return (
    <section>
      <h2>Models</h2>
      <ul className={styles.bars}>
        {summary.models.map((model) => (
          <li key={model.model}>
            <span className={styles.name}>
              <Name text={model.model} />
            </span>
            <span>{plural(model.requests, 'request')}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Tools({ summary }: { summary: Summary }) {
  const used = toolKinds
    .map((kind) => ({ kind, calls: summary.tools[kind] ?? 0 }))
    .filter(({ calls }) => calls > 0)
    .sort((a, b) => b.calls - a.calls);
  if (used.length === 0) return null;
  const most = used[0]?.calls ?? 1;
  return (
    <section>
      <h2>Tools</h2>
      <ul className={styles.bars}>
        {used.map(({ kind, calls }) => (
          <li key={kind}>
            <span className={styles.name}>{toolNames[kind]}</span>
            <meter
              className={styles.meter}
              min={0}
              max={most}
              value={calls}
              aria-label={`${toolNames[kind]} calls`}
            />
            <span className={styles.amount}>{count(calls)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const filesShown = 200;

function Files(props: { summary: Summary; entries: readonly Entry[]; onGo(sequence: number): void }) {
  const relative = useRelative();
  const files = [...props.summary.files].sort((a, b) => b.added + b.removed - (a.added + a.removed));
  if (files.length === 0) return null;
  const go = (path: string) => {
    const sequence = firstChange(props.entries, path);
    if (sequence !== undefined) props.onGo(sequence);
  };
  return (
    <section>
      <h2>Files touched ({files.length})</h2>
      <ul className={styles.files}>
        {files.slice(0, filesShown).map((file) => (
          <li key={file.path}>
            <button type="button" onClick={() => go(file.path)} title={visibleText(file.path)}>
              <span className={styles.path}>
                <Name text={shortPath(relative(file.path), 34)} />
              </span>
              <span className={styles.plus}>+{file.added}</span>
              <span className={styles.minus}>−{file.removed}</span>
            </button>
          </li>
        ))}
      </ul>
      {files.length > filesShown && <p>and {plural(files.length - filesShown, 'more file')}</p>}
    </section>
  );
}

function firstChange(entries: readonly Entry[], path: string): number | undefined {
  for (const entry of entries) {
    if (
      entry.kind === 'tool' &&
      isEdit(entry) &&
      entry.changes?.some((one) => (one.movedTo ?? one.path) === path)
    )
      return entry.sequences[0];
    if (entry.kind === 'subagent') {
      const inside = firstChange(entry.entries, path);
      if (inside !== undefined) return inside;
    }
  }
  return undefined;
}

function Facts({ review, summary }: { review: SessionReview; summary: Summary }) {
  const { session, environment, installation } = review;
  const wall = Date.parse(summary.endedAt ?? '') - Date.parse(summary.startedAt ?? '');
  const facts: [string, string | undefined, boolean?][] = [
    ['Started', summary.startedAt ? exact(summary.startedAt) : exact(session.startedAt)],
    ['Ended', session.endedAt && exact(summary.endedAt ?? session.endedAt)],
    ['Duration', wall > 0 ? duration(wall) : undefined],
    ['Events', count(session.eventCount)],
    ['Machine', environment.displayName ?? environment.hostname],
    ['CLI', environment.serviceCliVersion],
    ['Agent version', summary.agentVersion ?? installation.version],
    ['Folder', session.repoRoot ?? summary.cwd, true],
    ['Remote', environment.repoRemote, true],
    ['Branch', session.gitBranch ?? summary.branch, true],
    ['Agent’s id', session.externalId ?? summary.agentSessionId, true],
    ['Session', session.sessionId, true],
  ];
  return (
    <section>
      <h2>Facts</h2>
      <dl className={styles.facts}>
        {facts.map(
          ([name, value, copy]) =>
            value && (
              <div key={name}>
                <dt>{name}</dt>
                <dd>
                  <span>
                    <Name text={value} />
                  </span>
                  {copy && <CopyIcon text={value} label={`Copy: ${name}`} />}
                </dd>
              </div>
            ),
        )}
      </dl>
    </section>
  );
}
