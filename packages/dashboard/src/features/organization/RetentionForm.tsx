import { limits, type Retention, type RetentionPolicy } from '@debrief/contract';
import { Button, NumberInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { retentionQuery, useSetRetention } from '../../api/access/retention.ts';
import { repositoriesQuery } from '../../api/repository.ts';
import { Confirm } from '../../ui/Confirm.tsx';
import { Fault } from '../../ui/Fault.tsx';
import styles from '../../ui/Form.module.css';
import { plural } from '../../ui/format.ts';
import { Suggested } from '../../ui/Suggested.tsx';
import { toast } from '../../ui/toast/toast.ts';
import own from './PolicyForm.module.css';

/** How long sessions are kept, of all repositories and of each. */
export function RetentionForm() {
  const { data, error, refetch } = useQuery(retentionQuery);
  return (
    <section className={styles.section} aria-labelledby="retention">
      <h2 id="retention">How long sessions are kept</h2>
      <p>
        So many days after its end, and the last that came of it, a session is deleted with everything made of
        it. A rule for a repository takes the place of the general one, longer or shorter. Legal holds keep
        theirs.
      </p>
      {error && <Fault error={error} retry={() => void refetch()} />}
      {data && <Editor key={JSON.stringify(data.policy)} retention={data} />}
    </section>
  );
}

function Editor({ retention: { policy, serverDays } }: { retention: Retention }) {
  const [draft, setDraft] = useState(policy);
  const [isAsking, setAsking] = useState(false);
  const set = useSetRetention();
  const isChanged = JSON.stringify(draft) !== JSON.stringify(policy);
  const { repositories } = draft;
  const setRepository = (at: number, next: RetentionPolicy['repositories'][number] | undefined) =>
    setDraft({ ...draft, repositories: repositories.flatMap((one, n) => (n === at ? (next ?? []) : one)) });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAsking(true);
  };
  return (
    <form className={own.form} onSubmit={submit}>
      <Days
        label="Days, of all repositories"
        description={
          serverDays === undefined
            ? 'Empty: they are kept until somebody deletes them.'
            : `Empty: ${plural(serverDays, 'day')}, as this server does.`
        }
        value={draft.days ?? null}
        onChange={(days) => {
          const { days: _, ...rest } = draft;
          setDraft(days === null ? rest : { ...rest, days });
        }}
      />
      {repositories.map((one, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no name until one is typed
        <RepositoryDays key={at} value={one} onChange={(next) => setRepository(at, next)} />
      ))}
      {set.error && (
        <p className={own.fault} role="alert">
          {set.error.message}
        </p>
      )}
      <div className={styles.buttons}>
        <Button type="submit" disabled={!isChanged}>
          Save
        </Button>
        <Button
          variant="default"
          disabled={repositories.length >= limits.retentionRepositories}
          onClick={() =>
            setDraft({ ...draft, repositories: [...repositories, { repository: '', days: null }] })
          }
        >
          Another rule for a repository
        </Button>
        {isChanged && (
          <Button variant="subtle" color="gray" onClick={() => setDraft(policy)}>
            Discard
          </Button>
        )}
      </div>
      <Confirm
        opened={isAsking}
        onClose={() => setAsking(false)}
        title="Keep sessions that long?"
        action="Save"
        busy={set.isPending}
        onConfirm={() =>
          // The editor is made anew with what was saved, and callbacks given to `mutate` would be lost with the old one.
          void set
            .mutateAsync(draft)
            .then(() => toast('Saved.'))
            // What went wrong is shown above the buttons.
            .catch(() => setAsking(false))
        }
      >
        <p>What is older than that is deleted for good within an hour, sessions of before included.</p>
      </Confirm>
    </form>
  );
}

function Days(props: {
  label: string;
  description: string;
  value: number | null;
  onChange(days: number | null): void;
}) {
  return (
    <NumberInput
      label={props.label}
      description={props.description}
      value={props.value ?? ''}
      min={1}
      max={limits.retentionDays}
      allowDecimal={false}
      onChange={(value) => props.onChange(typeof value === 'number' && value >= 1 ? value : null)}
    />
  );
}

function RepositoryDays(props: {
  value: RetentionPolicy['repositories'][number];
  onChange(next: RetentionPolicy['repositories'][number] | undefined): void;
}) {
  const { value, onChange } = props;
  const { data = [] } = useQuery(repositoriesQuery);
  return (
    <fieldset className={styles.panel}>
      <div className={styles.stack}>
        <Suggested
          label="Repository"
          placeholder="github.com/acme/shop"
          required
          maxLength={limits.path}
          known={data.map(({ repository }) => repository)}
          value={value.repository}
          onChange={(event) => onChange({ ...value, repository: event.currentTarget.value })}
        />
        <Days
          label="Days"
          description="Empty: they are kept until somebody deletes them."
          value={value.days}
          onChange={(days) => onChange({ ...value, days })}
        />
        <div>
          <Button variant="subtle" color="red" size="compact-sm" onClick={() => onChange(undefined)}>
            Remove this rule
          </Button>
        </div>
      </div>
    </fieldset>
  );
}
