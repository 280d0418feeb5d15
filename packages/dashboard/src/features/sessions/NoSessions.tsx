import { IconListDetails } from '@tabler/icons-react';
import { useRebuild } from '../../api/health.ts';
import { useMe } from '../../api/member.ts';
import { Empty } from '../../ui/Empty.tsx';
import { plural } from '../../ui/format.ts';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { LoadSampleButton } from '../../ui/session/LoadSampleButton.tsx';
import { BeingRebuilt } from './RebuildNotice.tsx';
import { useSessionTotals } from './session-list.ts';
import { hasFilters, isDerived, type SessionsSearch, viewOf } from './sessions-search.ts';

export function NoSessions({ search }: { search: SessionsSearch }) {
  const { mayManage } = useMe();
  const { data: ofTests, isPending } = useSessionTotals({ kind: 'test' });
  const percent = useRebuild();
  if (percent !== undefined && isDerived(search)) return <BeingRebuilt percent={percent} />;
  if (hasFilters(search)) {
    return (
      <Empty icon={<IconListDetails size={22} />} title="Nothing matches" text="Fewer filters may show more.">
        <LinkButton to="/sessions" search={viewOf(search)} variant="default">
          Clear the filters
        </LinkButton>
      </Empty>
    );
  }
  if (search.kind === undefined && isPending) return null;
  if (search.kind === undefined && ofTests && ofTests.sessions > 0) {
    return (
      <Empty
        icon={<IconListDetails size={22} />}
        title="No real sessions yet"
        text={`This list leaves out samples and what was sent with a test secret: ${plural(ofTests.sessions, 'session')}.`}
      >
        <LinkButton to="/sessions" search={{ ...search, kind: 'test' }}>
          Show test sessions
        </LinkButton>
        {mayManage && (
          <LinkButton to="/connect" variant="default">
            Connect a machine
          </LinkButton>
        )}
      </Empty>
    );
  }
  const test = search.kind === 'test';
  return (
    <Empty
      icon={<IconListDetails size={22} />}
      title={test ? 'No test sessions' : 'No sessions yet'}
      text={
        mayManage
          ? 'Connect a machine and the sessions of its coding agents appear here, live. Or look around with made-up ones first.'
          : 'As soon as a machine of your organization captures one, it appears here.'
      }
    >
      {mayManage && (
        <>
          <LinkButton to="/connect">Connect a machine</LinkButton>
          <LoadSampleButton />
        </>
      )}
    </Empty>
  );
}
