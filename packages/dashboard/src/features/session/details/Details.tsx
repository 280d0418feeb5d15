import type { Session, SessionFindings, SessionReview } from '@debrief/contract';
import { environmentName } from '../../../api/environment.ts';
import { Chip } from '../../../ui/Chip.tsx';
import { compact, count, exact, plural } from '../../../ui/format.ts';
import { CopyIcon } from '../../../ui/text/Copy.tsx';
import { Name } from '../../../ui/text/Name.tsx';
import { FindingsPanel } from '../findings/FindingsPanel.tsx';
import { SessionLinks } from '../links/SessionLinks.tsx';
import type { SessionReading } from '../transcript/use-reading.ts';
import { CostFacts } from './CostFacts.tsx';
import styles from './Details.module.css';
import { Files } from './Files.tsx';
import { verdictTone } from './Health.tsx';
import type { RecordHealth } from './health.ts';
import { Leaks } from './Leaks.tsx';
import { Tools } from './Tools.tsx';
import { TurnChart } from './TurnChart.tsx';

/** What the session used and touched, as the server counted it. */
export function Details(props: {
  review: SessionReview;
  reading: SessionReading;
  verdict: RecordHealth;
  found: SessionFindings | undefined;
  selected: number | undefined;
  onGo(sequence: number): void;
}) {
  const { review, reading, verdict } = props;
  return (
    <div className={styles.details}>
      <section>
        <h2>Capture</h2>
        <p className={styles.verdict}>
          <Chip tone={verdictTone[verdict.kind]}>{verdict.short}</Chip>
          <span>{verdict.text}</span>
        </p>
      </section>
      <Leaks session={review.session} onGo={props.onGo} />
      <FindingsPanel
        sessionId={review.session.sessionId}
        found={props.found}
        selected={props.selected}
        onGo={props.onGo}
      />
      <Usage session={review.session} />
      <CostFacts session={review.session} />
      <TurnChart reading={reading} onGo={props.onGo} />
      <Models session={review.session} />
      <Tools reading={reading} />
      <Files
        sessionId={review.session.sessionId}
        foldedTo={reading.model.reading?.foldedTo ?? 0}
        onGo={props.onGo}
      />
      <SessionLinks sessionId={review.session.sessionId} onGo={props.onGo} />
      <Facts review={review} />
    </div>
  );
}

function Usage({ session }: { session: Session }) {
  const stats = session.statistics;
  if (!stats) return null;
  return (
    <section>
      <h2>Conversation</h2>
      <dl className={styles.numbers}>
        <div>
          <dt>Prompts</dt>
          <dd>{stats.prompts > 0 ? count(stats.prompts) : '–'}</dd>
        </div>
        <div>
          <dt>Errors</dt>
          <dd
            className={stats.errors > 0 ? styles.minus : ''}
            title={`${plural(stats.errors, 'error')} in ${plural(stats.tools, 'tool call')}`}
          >
            {stats.errors > 0 ? compact(stats.errors) : '–'}
          </dd>
        </div>
      </dl>
    </section>
  );
}

function Models({ session }: { session: Session }) {
  const models = session.statistics?.models ?? [];
  if (models.length === 0) return null;
  return (
    <section>
      <h2>Models</h2>
      <ul className={styles.bars}>
        {models.map((model) => (
          <li key={model}>
            <span className={styles.name}>
              <Name text={model} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Facts({ review }: { review: SessionReview }) {
  const { session, environment, installation } = review;
  const stats = session.statistics;
  const facts: [string, string | undefined, boolean?][] = [
    ['Started', exact(stats?.startedAt ?? session.startedAt)],
    ['Ended', session.endedAt && exact(stats?.endedAt ?? session.endedAt)],
    ['Events', count(session.eventCount)],
    ['Machine', environmentName(environment)],
    ['CLI', environment.serviceCliVersion],
    ['Agent version', installation.version],
    ['Folder', session.repoRoot, true],
    ['Repository', session.repository, true],
    ['Remote', environment.repoRemote, true],
    ['Branch', session.gitBranch, true],
    ['Agent’s id', session.externalId, true],
    ['Session', session.sessionId, true],
  ];
  return (
    <section>
      <h2>Facts</h2>
      <dl className={styles.facts}>
        {facts.map(
          ([name, value, canCopy]) =>
            value && (
              <div key={name}>
                <dt>{name}</dt>
                <dd>
                  <span>
                    <Name text={value} />
                  </span>
                  {canCopy && <CopyIcon text={value} label={`Copy: ${name}`} />}
                </dd>
              </div>
            ),
        )}
      </dl>
    </section>
  );
}
