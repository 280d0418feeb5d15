import type { Environment, SearchPage, Snippet } from '@debrief/contract';
import { Button, Skeleton } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo, useRef, useState } from 'react';
import { useAgentName } from '../../../api/agent.ts';
import { environmentsQuery } from '../../../api/environment.ts';
import { useRebuild } from '../../../api/health.ts';
import { Empty } from '../../../ui/Empty.tsx';
import { Fault } from '../../../ui/Fault.tsx';
import { repositoryName } from '../../../ui/format.ts';
import { LinkButton } from '../../../ui/LinkButton.tsx';
import { remoteOf } from '../../../ui/link/repository-words.ts';
import { useNow } from '../../../ui/now.ts';
import { keepListPlace, keptScrollTop, useListPlace } from '../../../ui/session/list-place.ts';
import { StateDot } from '../../../ui/session/StateDot.tsx';
import { sessionState, sessionTitle } from '../../../ui/session/session-state.ts';
import { Time } from '../../../ui/Time.tsx';
import { Name } from '../../../ui/text/Name.tsx';
import { Visible } from '../../../ui/text/Visible.tsx';
import { visibleText } from '../../../ui/text/visible.ts';
import { BeingRebuilt } from '../RebuildNotice.tsx';
import { useSessionSearch, useSessionTotals } from '../session-list.ts';
import { hasFilters, type SessionsSearch, viewOf } from '../sessions-search.ts';
import { Marked } from './Marked.tsx';
import styles from './SearchHits.module.css';

const kindNames: Record<string, string> = {
  title: 'Title',
  prompt: 'Prompt',
  reply: 'Reply',
  command: 'Command',
  file: 'File',
  comment: 'Comment',
  other: 'Text',
};

/** Sessions by what was said and done in them; each line leads to the very event. */
export function SearchHits({ search }: { search: SessionsSearch }) {
  const found = useSessionSearch(search);
  const environments = useQuery(environmentsQuery);
  const hits = useMemo(() => found.data?.pages.flatMap((page) => page.hits) ?? [], [found.data]);
  const sessions = useMemo(() => hits.map(({ session }) => session), [hits]);
  const scroller = useRef<HTMLDivElement>(null);
  const [kept] = useState(() => keptScrollTop(search));
  useListPlace(scroller, { search, sessions, kept });
  if (found.error && hits.length === 0)
    return <Fault error={found.error} retry={() => void found.refetch()} />;
  if (found.isPending) {
    return (
      <div className={styles.hits} aria-busy>
        <Skeleton height={72} />
        <Skeleton height={72} />
        <Skeleton height={72} />
      </div>
    );
  }
  if (hits.length === 0) return <NothingFound search={search} />;
  return (
    <div
      className={styles.hits}
      ref={scroller}
      data-old={found.isPlaceholderData || undefined}
      onScroll={(event) => keepListPlace({ scrollTop: event.currentTarget.scrollTop })}
    >
      <ul className={styles.list} aria-label="Search results">
        {hits.map((hit) => (
          <Hit
            key={hit.session.sessionId}
            hit={hit}
            environment={environments.data?.find((one) => one.environmentId === hit.session.environmentId)}
            q={search.q ?? ''}
          />
        ))}
      </ul>
      {found.hasNextPage && (
        <Button
          variant="default"
          loading={found.isFetchingNextPage}
          onClick={() => void found.fetchNextPage()}
          className={styles.more}
        >
          More
        </Button>
      )}
    </div>
  );
}

function NothingFound({ search }: { search: SessionsSearch }) {
  const { q = '', ...filters } = search;
  const { data: ofTests } = useSessionTotals({ kind: 'test' });
  const percent = useRebuild();
  if (percent !== undefined) return <BeingRebuilt percent={percent} />;
  const leavesOutTests = search.kind === undefined && ofTests !== undefined && ofTests.sessions > 0;
  return (
    <Empty
      icon={<IconSearch size={22} />}
      title={`Nothing found for “${visibleText(q)}”`}
      text={`The search looks at titles, prompts, replies, commands, file paths and comments. Whole words find more than parts.${
        leavesOutTests ? ' Samples and what was sent with a test secret are left out.' : ''
      }`}
    >
      {hasFilters(filters) && (
        <LinkButton to="/sessions" search={{ q, ...viewOf(search) }} variant="default">
          Search without the filters
        </LinkButton>
      )}
      {leavesOutTests && (
        <LinkButton to="/sessions" search={{ ...search, kind: 'all' }} variant="default">
          Search test sessions, too
        </LinkButton>
      )}
    </Empty>
  );
}

/** A comment leads to its thread, everything else to its event. */
const placeOf = ({ threadId, sequence }: Snippet, q: string) =>
  threadId ? { hash: threadId } : sequence > 0 ? { hash: String(sequence), search: { find: q } } : {};

function Hit(props: { hit: SearchPage['hits'][number]; environment: Environment | undefined; q: string }) {
  const { session, snippets } = props.hit;
  const agentName = useAgentName();
  const now = useNow();
  const repository = repositoryName(remoteOf(session, props.environment), session.repoRoot);
  return (
    <li className={styles.hit}>
      <div className={styles.head}>
        <StateDot state={sessionState(session, props.environment, now)} />
        <Link to="/sessions/$sessionId" params={{ sessionId: session.sessionId }} className={styles.title}>
          <Visible text={sessionTitle(session)} />
        </Link>
        <span className={styles.meta}>
          <Name text={agentName(session.agentId)} />
          {repository && (
            <>
              {' · '}
              <Name text={repository} />
            </>
          )}{' '}
          · <Time at={session.startedAt} />
        </span>
      </div>
      {snippets.map((snippet) => (
        <Link
          key={`${snippet.sequence}-${snippet.kind}-${snippet.threadId ?? ''}`}
          to="/sessions/$sessionId"
          params={{ sessionId: session.sessionId }}
          {...placeOf(snippet, props.q)}
          className={styles.snippet}
        >
          <span className={styles.kind}>{kindNames[snippet.kind] ?? snippet.kind}</span>
          <span className={styles.text}>
            <Marked snippet={snippet} />
          </span>
        </Link>
      ))}
    </li>
  );
}
