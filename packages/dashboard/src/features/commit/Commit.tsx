import type { Commit as CommitFacts, CommitLink, FoundLinks } from '@debrief/contract';
import { Skeleton } from '@mantine/core';
import { IconGitCommit } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { linksQuery } from '../../api/link.ts';
import { Empty } from '../../ui/Empty.tsx';
import { Fault } from '../../ui/Fault.tsx';
import styles from '../../ui/Form.module.css';
import { exact, plural } from '../../ui/format.ts';
import { PullLink } from '../../ui/link/Pull.tsx';
import { shortSha } from '../../ui/link/strength.ts';
import { Page, Row, Rows } from '../../ui/Page.tsx';
import { CopyIcon } from '../../ui/text/Copy.tsx';
import { Name } from '../../ui/text/Name.tsx';
import own from './Commit.module.css';
import { CommitSession } from './CommitSession.tsx';
import { partsOf } from './line-parts.ts';

/** A commit and the sessions behind it. */
export function Commit() {
  const { sha } = useParams({ from: '/shell/commit/$sha' });
  const { data, error, refetch } = useQuery(linksQuery({ commit: sha }));
  if (error) return <Fault error={error} retry={() => void refetch()} />;
  if (!data)
    return (
      <Page title={`Commit ${shortSha(sha)}`}>
        <Skeleton height={240} />
      </Page>
    );
  const [commit, another] = data.commits;
  if (!commit || another) return <SeveralCommits sha={sha} data={data} />;
  const sure = data.links.filter(({ strength }) => strength !== 'likely');
  const likely = data.links.filter(({ strength }) => strength === 'likely');
  return (
    <Page title={`Commit ${shortSha(commit.sha)}`} lead={leadOf(sure)}>
      <Facts commit={commit} />
      <Lines commit={commit} links={sure} />
      {sure.length === 0 ? (
        <Empty
          icon={<IconGitCommit size={22} />}
          title="No session is known to be behind this commit"
          text="It was made by hand, by a session that was not captured, or too differently from what a session wrote."
        />
      ) : (
        <Rows label="Sessions behind it">
          {sure.map((link) => (
            <CommitSession key={link.session.sessionId} link={link} />
          ))}
        </Rows>
      )}
      {likely.length > 0 && (
        <section className={styles.section}>
          <h2>Likely sessions</h2>
          <p>They may be behind this commit. Please confirm or refuse.</p>
          <Rows label="Sessions to confirm">
            {likely.map((link) => (
              <CommitSession key={link.session.sessionId} link={link} />
            ))}
          </Rows>
        </section>
      )}
      {data.pulls.length > 0 && (
        <section className={styles.section}>
          <h2>Pull requests</h2>
          <Rows label="Pull requests">
            {data.pulls.map((pull) => (
              <Row key={pull.url} title={<PullLink pull={pull} />} />
            ))}
          </Rows>
        </section>
      )}
      <Files commit={commit} />
    </Page>
  );
}

function leadOf(links: readonly CommitLink[]): string {
  if (links.length === 0) return 'By hand or unknown.';
  return `${plural(links.length, 'session')} ${links.length === 1 ? 'is' : 'are'} behind this commit.`;
}

function Facts({ commit }: { commit: CommitFacts }) {
  return (
    <dl className={own.numbers}>
      <div>
        <dt>Commit</dt>
        <dd className={own.name}>
          <span className={own.sha}>{commit.sha}</span>
          <CopyIcon text={commit.sha} label="Copy the name" />
        </dd>
      </div>
      {commit.branch && (
        <div>
          <dt>Branch</dt>
          <dd>
            <Name text={commit.branch} />
          </dd>
        </div>
      )}
      {commit.committedAt && (
        <div>
          <dt>Committed</dt>
          <dd>{exact(commit.committedAt)}</dd>
        </div>
      )}
      {commit.repositories.map((repository) => (
        <div key={repository}>
          <dt>Repository</dt>
          <dd>
            <Link to="/repository" search={{ repository }}>
              <Name text={repository} />
            </Link>
          </dd>
        </div>
      ))}
      {commit.rewrittenTo && (
        <div>
          <dt>Rewritten to</dt>
          <dd className={own.sha}>
            <Link to="/commit/$sha" params={{ sha: commit.rewrittenTo }}>
              {shortSha(commit.rewrittenTo)}
            </Link>
          </dd>
        </div>
      )}
    </dl>
  );
}

/** Which part of the lines each session wrote; what is left is by hand or unknown. */
function Lines({ commit, links }: { commit: CommitFacts; links: readonly CommitLink[] }) {
  if (commit.lines === 0) return null;
  const { parts, rest } = partsOf(commit, links);
  return (
    <section aria-label="Who wrote the lines">
      <div className={own.bar}>
        {parts.map(({ sessionId, share, title }) => (
          <span key={sessionId} className={own.part} style={{ flexBasis: `${share}%` }} title={title} />
        ))}
      </div>
      <p className={own.legend} data-testid="lines-legend">
        {parts.length > 0 && `${plural(commit.linesOfSessions, 'line')} by sessions, `}
        {plural(rest, 'line')} by hand or unknown.
      </p>
    </section>
  );
}

function Files({ commit }: { commit: CommitFacts }) {
  if (commit.files.length === 0) return null;
  const [repository] = commit.repositories;
  return (
    <section className={styles.section}>
      <h2>{plural(commit.fileCount, 'file')}</h2>
      <Rows label="Files">
        {commit.files.map(({ path, added, removed }) => (
          <Row
            key={path}
            title={
              <span className={own.path}>
                {repository ? (
                  <Link to="/file" search={{ repository, path }}>
                    <Name text={path} />
                  </Link>
                ) : (
                  <Name text={path} />
                )}
              </span>
            }
            meta={`+${added} −${removed}`}
          />
        ))}
      </Rows>
    </section>
  );
}

const SeveralCommits = ({ sha, data }: { sha: string; data: FoundLinks }) => (
  <Page title={`Commits ${shortSha(sha)}…`} lead="Several commits begin like this.">
    <Rows label="Commits">
      {data.commits.map((commit) => (
        <Row
          key={commit.sha}
          title={
            <Link to="/commit/$sha" params={{ sha: commit.sha }} className={own.sha}>
              {commit.sha}
            </Link>
          }
          meta={plural(commit.fileCount, 'file')}
        />
      ))}
    </Rows>
  </Page>
);
