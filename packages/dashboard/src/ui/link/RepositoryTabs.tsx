import { PageTab, PageTabs } from '../PageTabs.tsx';

/** What there is of a repository, each with an address of its own. */
export const RepositoryTabs = ({
  repository,
  current,
}: {
  repository: string;
  current: 'page' | 'insights';
}) => (
  <PageTabs label="Parts of the repository">
    <PageTab to="/repository" search={{ repository }} isCurrent={current === 'page'}>
      Overview
    </PageTab>
    <PageTab to="/insights" search={{ repository }} isCurrent={current === 'insights'}>
      Insights
    </PageTab>
  </PageTabs>
);
