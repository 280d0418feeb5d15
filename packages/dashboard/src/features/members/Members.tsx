import type { Invitation, Role } from '@debrief/contract';
import { Button, NativeSelect, Skeleton, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { membersQuery, useInviteMember, useMe } from '../../api/member.ts';
import { Fault } from '../../ui/Fault.tsx';
import styles from '../../ui/Form.module.css';
import { exact } from '../../ui/format.ts';
import { Page, Rows } from '../../ui/Page.tsx';
import { CopyLine } from '../../ui/text/Copy.tsx';
import { visibleText } from '../../ui/text/visible.ts';
import { MemberRow } from './MemberRow.tsx';
import { rolesOffered } from './roles.ts';

export function Members() {
  const { data, error, isPending, refetch } = useQuery(membersQuery);
  const me = useMe();
  const [link, setLink] = useState<{ email: string; invitation: Invitation }>();
  if (error) return <Fault error={error} retry={() => void refetch()} />;
  return (
    <Page title="Members" lead="Everybody who can read the sessions of this organization.">
      {me.mayManage && <Invite role={me.role} onInvited={setLink} />}
      {link && <InvitationLink {...link} />}
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

function InvitationLink({ email, invitation }: { email: string; invitation: Invitation }) {
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
