import { Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { authState, signOut } from '../../api/auth.ts';
import { organizationQuery, useCreateOrganization } from '../../api/organization.ts';
import { Brand } from '../../ui/Brand.tsx';
import styles from '../../ui/Front.module.css';
import { useTitle } from '../../ui/Page.tsx';
import { Name } from '../../ui/text/Name.tsx';
import { useObservable } from '../../use-observable.ts';

/** Signed in, and in no organization yet. */
export function Welcome() {
  useTitle('Welcome');
  const auth = useObservable(authState);
  const organization = useQuery({ ...organizationQuery, retry: false });
  const create = useCreateOrganization();
  const navigate = useNavigate();
  const [name, setName] = useState('');

  if (organization.isSuccess && !create.isSuccess) return <Navigate to="/sessions" replace />;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate(name.trim(), {
      onSuccess: () => void navigate({ to: '/connect', state: { fresh: true }, replace: true }),
    });
  };

  return (
    <main className={styles.front}>
      <Brand />
      <section className={styles.card}>
        <h1>Welcome to Debrief</h1>
        <p>
          Debrief keeps what your coding agents did, so that your team can read it. Name your organization to
          begin.
        </p>
        <form onSubmit={submit}>
          <TextInput
            label="Organization"
            placeholder="Acme"
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            maxLength={100}
            required
            withAsterisk={false}
            autoFocus
            error={create.error?.message}
          />
          <Button type="submit" fullWidth mt="md" loading={create.isPending} disabled={name.trim() === ''}>
            Create the organization
          </Button>
        </form>
      </section>
      <p className={styles.text}>
        Signed in as <Name text={'email' in auth ? auth.email : ''} />. Were you invited to an organization?
        Sign in with the address the invitation names.{' '}
        <Button variant="transparent" size="compact-sm" onClick={() => void signOut()}>
          Sign out
        </Button>
      </p>
    </main>
  );
}
