import type { Invitation, LeavingChoice, Member, Role } from '@debrief/contract';
import { ActionIcon, Menu, NativeSelect } from '@mantine/core';
import { IconDots, IconLink, IconUserMinus } from '@tabler/icons-react';
import { useState } from 'react';
import { useChangeMember, useInvitationLink, useRemoveMember } from '../../api/member.ts';
import { Chip } from '../../ui/Chip.tsx';
import { Confirm } from '../../ui/Confirm.tsx';
import { Row } from '../../ui/Page.tsx';
import { Time } from '../../ui/Time.tsx';
import { Name } from '../../ui/text/Name.tsx';
import { visibleText } from '../../ui/text/visible.ts';
import { toast, toastError } from '../../ui/toast/toast.ts';
import { roleMeaning, roleNames, rolesOffered } from './roles.ts';

/** `role` is the role of whoever looks at the page. */
export function MemberRow(props: {
  member: Member;
  isMe: boolean;
  role: Role;
  onLink(invitation: Invitation): void;
}) {
  const { member, isMe, role } = props;
  const mayChange = !isMe && (role === 'owner' || (role === 'admin' && member.role !== 'owner'));
  return (
    <Row
      title={
        <>
          <Name text={member.email} />
          {isMe && <Chip>You</Chip>}
          {member.status === 'invited' && <Chip tone="warn">Invited</Chip>}
        </>
      }
      detail={roleMeaning[member.role]}
      meta={
        <>
          {member.joinedAt ? (
            <span>
              Joined <Time at={member.joinedAt} />
            </span>
          ) : (
            <span>
              Invited <Time at={member.createdAt} />
            </span>
          )}
          {mayChange ? (
            <RoleChoice member={member} role={role} />
          ) : (
            <Chip tone={member.role === 'member' ? 'plain' : 'accent'}>{roleNames[member.role]}</Chip>
          )}
        </>
      }
      actions={mayChange && <MemberMenu member={member} onLink={props.onLink} />}
    />
  );
}

function RoleChoice({ member, role }: { member: Member; role: Role }) {
  const change = useChangeMember();
  return (
    <NativeSelect
      size="xs"
      aria-label={`Role of ${visibleText(member.email)}`}
      value={member.role}
      disabled={change.isPending}
      onChange={(event) =>
        change.mutate(
          { userId: member.userId, role: event.currentTarget.value as Role },
          { onSuccess: () => toast('Role changed.'), onError: toastError },
        )
      }
      data={rolesOffered(role)}
    />
  );
}

function MemberMenu({ member, onLink }: { member: Member; onLink(invitation: Invitation): void }) {
  const link = useInvitationLink();
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <Menu position="bottom-end" width={210}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={`More about ${visibleText(member.email)}`}>
            <IconDots size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {member.status === 'invited' && (
            <Menu.Item
              leftSection={<IconLink size={15} />}
              onClick={() => link.mutate(member.userId, { onSuccess: onLink, onError: toastError })}
            >
              New invitation link
            </Menu.Item>
          )}
          <Menu.Item color="red" leftSection={<IconUserMinus size={15} />} onClick={() => setIsAsking(true)}>
            {member.status === 'invited' ? 'Withdraw the invitation' : 'Remove'}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ConfirmRemoval member={member} opened={isAsking} onClose={() => setIsAsking(false)} />
    </>
  );
}

const leavingNames: { value: LeavingChoice; label: string }[] = [
  { value: 'keep', label: 'Stay, with their name' },
  { value: 'anonymise', label: 'Stay without an author' },
  { value: 'delete', label: 'Are deleted' },
];

const leavingMeaning: Record<LeavingChoice, string> = {
  keep: 'They stay as they are.',
  anonymise:
    'What is in them stays as it is, and may say who wrote it. Those under a legal hold keep their author.',
  delete: 'With everything made of them, for good. Legal holds keep theirs until they end.',
};

function ConfirmRemoval({ member, opened, onClose }: { member: Member; opened: boolean; onClose(): void }) {
  const remove = useRemoveMember();
  const [sessions, setSessions] = useState<LeavingChoice>('keep');
  return (
    <Confirm
      opened={opened}
      onClose={onClose}
      title={`Remove ${visibleText(member.email)}?`}
      action="Remove"
      busy={remove.isPending}
      onConfirm={() =>
        remove.mutate(
          { userId: member.userId, sessions },
          {
            onSuccess: () => toast(`${member.email} is removed.`),
            onError: toastError,
            onSettled: onClose,
          },
        )
      }
    >
      <p>They lose access at once.</p>
      {member.status === 'active' && (
        <NativeSelect
          label="Their sessions"
          description={leavingMeaning[sessions]}
          value={sessions}
          onChange={(event) => setSessions(event.currentTarget.value as LeavingChoice)}
          data={leavingNames}
        />
      )}
    </Confirm>
  );
}
