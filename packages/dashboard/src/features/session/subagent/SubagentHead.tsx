import type { TranscriptLane } from '@debrief/contract';
import type { Subagent } from '@debrief/transcript';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { entryQuery } from '../../../api/reading/entry.ts';
import { Chip } from '../../../ui/Chip.tsx';
import { Fault } from '../../../ui/Fault.tsx';
import { Markdown } from '../../../ui/text/Markdown.tsx';
import { Visible } from '../../../ui/text/Visible.tsx';
import { outcomeTone, stateName, stepFacts, titleOf } from '../entry/subagent-facts.ts';
import type { LaneSkeleton } from '../transcript/skeleton.ts';
import styles from './SubagentHead.module.css';

/** What a sub-agent was asked and what it answered, above its own transcript; and the way back to who started it. */
export function SubagentHead(props: {
  sessionId: string;
  entryId: string;
  lane: TranscriptLane | undefined;
  skeleton: LaneSkeleton | undefined;
}) {
  const { sessionId, entryId, lane, skeleton } = props;
  const { data, error, refetch } = useQuery(entryQuery(sessionId, entryId));
  if (error) return <Fault error={error} retry={() => void refetch()} />;
  if (!data) return <div className={styles.head} aria-busy />;
  const entry = data.entry as Subagent;
  const sequence = entry.sequences[0] ?? 0;
  const isSubagent = entry.kind === 'subagent';
  return (
    <section className={styles.head} aria-label="Sub-agent" data-testid="subagent">
      <p className={styles.back}>
        <Link to="/sessions/$sessionId" params={{ sessionId }} hash={String(sequence)} data-back>
          ← Back to the session, #{sequence}
        </Link>
      </p>
      <h2>
        {isSubagent && entry.agentType && (
          <span className={styles.type}>
            <Visible text={entry.agentType} />
          </span>
        )}{' '}
        <Visible text={isSubagent ? titleOf(entry) || 'Sub-agent' : 'This is no sub-agent'} />{' '}
        {isSubagent && <Chip tone={outcomeTone[entry.outcome]}>{stateName[entry.outcome]}</Chip>}
      </h2>
      {isSubagent && (
        <>
          <p className={styles.facts} data-testid="subagent-facts">
            {stepFacts(entry, lane, skeleton).join(' · ')}
          </p>
          <div className={styles.parts}>
            <Part name="Asked" text={entry.prompt} none="What it was asked is not in the record." />
            <Part
              name="Result"
              text={entry.output}
              none={
                entry.outcome === 'running' ? 'It has not answered yet.' : 'Its answer is not in the record.'
              }
            />
          </div>
          {!lane && <p className={styles.quiet}>The agent did not record the steps of this sub-agent.</p>}
        </>
      )}
    </section>
  );
}

/** Longer ones are opened by who wants to read them whole. */
const shortText = 600;

function Part({ name, text, none }: { name: string; text: string | undefined; none: string }) {
  const said = text?.trim() ?? '';
  const body = said === '' ? <p className={styles.quiet}>{none}</p> : <Markdown text={said} breaks />;
  return (
    <div data-part={name.toLowerCase()}>
      <h3>{name}</h3>
      {said.length <= shortText ? (
        body
      ) : (
        <details className={styles.long}>
          <summary>
            <Visible text={`${said.slice(0, 240).replaceAll(/\s+/g, ' ')}…`} />
          </summary>
          {body}
        </details>
      )}
    </div>
  );
}
