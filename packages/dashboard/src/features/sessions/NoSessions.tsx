import { IconListDetails } from '@tabler/icons-react';
import { useMe } from '../../api/member.ts';
import { Empty } from '../../ui/Empty.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { LoadSampleButton } from '../../ui/session/LoadSampleButton.tsx';
import { hasFilters, type SessionsSearch, viewOf } from './sessions-search.ts';

export function NoSessions({ search }: { search: SessionsSearch }) {
  const { mayManage } = useMe();
  if (hasFilters(search)) {
    return (
      <Empty icon={<IconListDetails size={22} />} title="Nothing matches" text="Fewer filters may show more.">
        <LinkButton to="/sessions" search={viewOf(search)} variant="default">
          Clear the filters
        </LinkButton>
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
