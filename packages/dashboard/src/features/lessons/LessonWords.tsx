import type { Lesson, LessonSource } from '@debrief/contract';
import { Link } from '@tanstack/react-router';
import { Person } from '../../ui/person/Person.tsx';
import { Time } from '../../ui/Time.tsx';
import { Visible } from '../../ui/text/Visible.tsx';

/** The words as agents get them; what is in backticks as code. */
export const LessonText = ({ text }: { text: string }) => (
  <span>
    {text.split('`').map((part, at) => {
      const key = `${at} ${part}`;
      return at % 2 === 1 ? (
        <code key={key}>
          <Visible text={part} />
        </code>
      ) : (
        <Visible key={key} text={part} />
      );
    })}
  </span>
);

const names = { thread: 'a discussion', finding: 'a finding', review: 'a review', session: 'a session' };

function Source({ source }: { source: LessonSource }) {
  const { kind, sessionId, threadId, findingId, path, line } = source;
  if (kind === 'file' || sessionId === undefined)
    return (
      <span>
        <Visible text={path ?? 'a file'} />
        {line !== undefined && `, line ${line}`}
      </span>
    );
  const hash = threadId ?? findingId?.replace(/^.*\./, '');
  return (
    <Link to="/sessions/$sessionId" params={{ sessionId }} {...(hash && { hash })}>
      {names[kind]}
    </Link>
  );
}

/** Since when, by whom, where it applies, and from what it came. */
export function LessonOrigin({ lesson, where }: { lesson: Lesson; where: string | undefined }) {
  const { sources, state, proposed, adopted, retired, paths, agents, version } = lesson;
  const last = (state === 'retired' ? retired : state === 'adopted' ? adopted : undefined) ?? proposed;
  return (
    <>
      {state} <Time at={last.at} /> by <Person userId={last.by} />
      {version > 1 && ` · version ${version}`}
      {where && ` · ${where}`}
      {paths.length > 0 && (
        <>
          {' · '}
          <Visible text={paths.join(', ')} />
        </>
      )}
      {agents.length > 0 && ` · ${agents.join(', ')}`}
      {sources.length > 0 && ' · from '}
      {sources.map((source, at) => (
        <span key={JSON.stringify(source)}>
          {at > 0 && ', '}
          <Source source={source} />
        </span>
      ))}
      {last.reason && (
        <>
          {' · '}
          <Visible text={last.reason} />
        </>
      )}
    </>
  );
}

/** Others that say the same, or the contrary. */
export function Alike({ lesson, all }: { lesson: Lesson; all: readonly Lesson[] }) {
  const found = lesson.alike.flatMap((one) => {
    const other = all.find(({ lessonId }) => lessonId === one.lessonId);
    return other ? [{ ...one, text: other.text }] : [];
  });
  return found.map(({ lessonId, kind, why, text }) => (
    <div key={lessonId}>
      {kind === 'same' ? 'Says the same as' : 'Says the contrary of'} “<Visible text={text} />”{' '}
      {why === 'check' ? '(the same check)' : '(by its words)'}
    </div>
  ));
}
