import type { Invitation, Member, Role } from '@debrief/contract';
import { ActionIcon, Button, Menu, NativeSelect, Skeleton, TextInput } from '@mantine/core';
import { IconDots, IconLink, IconUserMinus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import {
  membersQuery,
  useChangeMember,
  useInvitationLink,
  useInviteMember,
  useMe,
  useRemoveMember,
} from '../../api/member.ts';
import { Chip } from '../../ui/Chip.tsx';
import { Confirm } from '../../ui/Confirm.tsx';
import { Fault } from '../../ui/Fault.tsx';
import styles from '../../ui/Form.module.css';
import { exact } from '../../ui/format.ts';
import { Page, Row, Rows } from '../../ui/Page.tsx';
import { Time } from '../../ui/Time.tsx';
import { CopyLine } from '../../ui/text/Copy.tsx';
import { Name } from '../../ui/text/Name.tsx';
import { visibleText } from '../../ui/text/visible.ts';
import { toast, toastError } from '../../ui/toast/toast.ts';

const roleMeaning: Record<Role, string> = {
  owner: 'Everything, and makes other owners',
  admin: 'Manages members, secrets, machines and agents',
  member: 'Reads sessions',
};

const roleNames: Record<Role, string> = { owner: 'Owner', admin: 'Admin', member: 'Member' };

/** Only owners make owners. */
const rolesOffered = (mine: Role): { value: Role; label: string }[] =>
  (['member', 'admin', 'owner'] as const)
    .filter((role) => role !== 'owner' || mine === 'owner')
    .map((role) => ({ value: role, label: roleNames[role] }));

export function Members() {
  const { data, error, isPending, refetch } = useQuery(membersQuery);
  const me = useMe();
  const [link, setLink] = useState<{ email: string; invitation: Invitation }>();
  if (error) return <Fault error={error} retry={() => void refetch()} />;
  return (
    <Page title="Members" lead="Everybody who can read the sessions of this organization.">
      {me.mayManage && <Invite role={me.role} onInvited={setLink} />}
      {link && <Link {...link} />}
      {isPending && <Skeleton height={120} />}
      {data && (
        <Rows label="Members">
          {data.map((member) => (
            <MemberRow
              key={member.userId}
              member={member}
              isMe={member.userId === me.member?.userId}
              role={me.role}
              onLink={(invitation) => setLink({ email: member.email, invitation })}
            />
          ))}
        </Rows>
      )}
    </Page>
  );
}

function Invite(props: { role: Role; onInvited(link: { email: string; invitation: Invitation }): void }) {
  const invite = useInviteMember();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('member');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    invite.mutate(
      { email: email.trim(), role },
      {
        onSuccess: (invitation) => {
          props.onInvited({ email: email.trim(), invitation });
          setEmail('');
        },
      },
    );
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      <TextInput
        className={styles.grow}
        label="Invite by e-mail"
        type="email"
        placeholder="name@example.com"
        value={email}
        maxLength={254}
        onChange={(event) => setEmail(event.currentTarget.value)}
        error={invite.error?.message}
      />
      <NativeSelect
        label="Role"
        value={role}
        onChange={(event) => setRole(event.currentTarget.value as Role)}
        data={rolesOffered(props.role)}
      />
      <Button type="submit" loading={invite.isPending} disabled={!email.includes('@')}>
        Invite
      </Button>
    </form>
  );
}

function Link({ email, invitation }: { email: string; invitation: Invitation }) {
  return (
    <section className={styles.panel} data-tone="accent" aria-live="polite">
      <h2>
        {invitation.sent
          ? `An invitation is on its way to ${visibleText(email)}`
          : `Hand this link to ${visibleText(email)}`}
      </h2>
      {invitation.url && <CopyLine text={invitation.url} label="Copy the invitation link" />}
      <p className={styles.note}>
        {invitation.singleUse ? 'The link works once' : 'They sign in with this address'}
        {invitation.expiresAt ? `, until ${exact(invitation.expiresAt)}.` : '.'}
      </p>
    </section>
  );
}

function MemberRow(props: {
  member: Member;
  isMe: boolean;
  role: Role;
  onLink(invitation: Invitation): void;
}) {
  const { member, isMe, role } = props;
  const change = useChangeMember();
  const remove = useRemoveMember();
  const link = useInvitationLink();
  const [asking, setAsking] = useState(false);
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
          ) : (
            <Chip tone={member.role === 'member' ? 'plain' : 'accent'}>{roleNames[member.role]}</Chip>
          )}
        </>
      }
      actions={
        mayChange && (
          <>
            <Menu position="bottom-end" width={210}>
              <Menu.Target>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={`More about ${visibleText(member.email)}`}
                >
                  <IconDots size={16} />
                </ActionIcon>
              </Menu.Target>
              <Menu.Dropdown>
                {member.status === 'invited' && (
                  <Menu.Item
                    leftSection={<IconLink size={15} />}
                    onClick={() =>
                      link.mutate(member.userId, { onSuccess: props.onLink, onError: toastError })
                    }
                  >
                    New invitation link
                  </Menu.Item>
                )}
                <Menu.Item
                  color="red"
                  leftSection={<IconUserMinus size={15} />}
                  onClick={() => setAsking(true)}
                >
                  {member.status === 'invited' ? 'Withdraw the invitation' : 'Remove'}
                </Menu.Item>
              </Menu.Dropdown>
            </Menu>
            <Confirm
              opened={asking}
              onClose={() => setAsking(false)}
              title={`Remove ${visibleText(member.email)}?`}
              action="Remove"
              busy={remove.isPending}
              onConfirm={() =>
                remove.mutate(member.userId, {
                  onSuccess: () => toast(`${member.email} is removed.`),
                  onError: toastError,
                  onSettled: () => setAsking(false),
                })
              }
            >
              <p>They lose access at once. Sessions their machines captured stay.</p>
            </Confirm>
          </>
        )
      }
    />
  );
}
