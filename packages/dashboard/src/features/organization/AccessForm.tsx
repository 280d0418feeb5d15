import type { AccessPolicy, HoldTime, RepositoryAccess } from '@debrief/contract';
import { Button, Checkbox, NativeSelect, Skeleton, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { accessPolicyQuery, useSetAccess } from '../../api/access/access.ts';
import { membersQuery } from '../../api/member.ts';
import { Fault } from '../../ui/Fault.tsx';
import styles from '../../ui/Form.module.css';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { holdChoices, holdNames } from '../../ui/session/hold-words.ts';
import { Name } from '../../ui/text/Name.tsx';
import { visibleText } from '../../ui/text/visible.ts';
import { toast } from '../../ui/toast/toast.ts';
import own from './PolicyForm.module.css';

const everybody = 'Everybody in the organization';
const reviewers = 'Author, reviewers and admins';
const listed = 'Author, reviewers, admins and these members';

const visibilities = [
  { value: 'organization', label: everybody },
  { value: 'reviewers', label: reviewers },
];
const ofRepository = [...visibilities, { value: 'members', label: listed }];

/** Who reads sessions, and from when on. Members read it; admins change it. */
export function AccessForm({ mayManage }: { mayManage: boolean }) {
  const { data, error, refetch } = useQuery(accessPolicyQuery);
  return (
    <section className={styles.section} aria-labelledby="access">
      <h2 id="access">Who reads sessions</h2>
      <p>
        Whoever may not read a session sees that it is there, whose it is and its figures, and can ask its
        author. What is held is read by its author alone.
      </p>
      {error ? (
        <Fault error={error} retry={() => void refetch()} />
      ) : !data ? (
        <Skeleton height={140} />
      ) : mayManage ? (
        <Editor key={JSON.stringify(data.policy)} policy={data.policy} />
      ) : (
        <p>{accessWords(data.policy)}</p>
      )}
      <LinkButton to="/held" variant="subtle" size="xs">
        Yours, not yet shared
      </LinkButton>
    </section>
  );
}

function accessWords({ visibility, hold, repositories }: AccessPolicy): string {
  const others = repositories.map(({ repository }) => visibleText(repository));
  return `${visibility === 'organization' ? everybody : reviewers}. Held after the end: ${holdNames[hold]}.${others.length > 0 ? ` Other rules hold for ${others.join(', ')}.` : ''}`;
}

function Editor({ policy }: { policy: AccessPolicy }) {
  const [draft, setDraft] = useState(policy);
  const { policy: save } = useSetAccess();
  const isChanged = JSON.stringify(draft) !== JSON.stringify(policy);
  const change = (part: Partial<AccessPolicy>) => setDraft({ ...draft, ...part });
  const { repositories } = draft;
  const setRepository = (at: number, next: RepositoryAccess | undefined) =>
    change({ repositories: repositories.flatMap((one, n) => (n === at ? (next ?? []) : one)) });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // The editor is made anew with what was saved, and callbacks given to `mutate` would be lost with the old one.
    save.mutateAsync(draft).then(
      () => toast('Saved.'),
      // What went wrong is shown above the buttons.
      () => {},
    );
  };
  return (
    <form className={own.form} onSubmit={submit}>
      <NativeSelect
        label="Read by"
        data={visibilities}
        value={draft.visibility}
        onChange={(event) => change({ visibility: event.currentTarget.value as AccessPolicy['visibility'] })}
      />
      <NativeSelect
        label="Held after the end"
        description="While it runs, too. Authors may hold longer and may share earlier."
        data={holdChoices}
        value={draft.hold}
        onChange={(event) => change({ hold: event.currentTarget.value as HoldTime })}
      />
      {repositories.map((one, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no name until one is typed
        <RepositoryFields key={at} value={one} onChange={(next) => setRepository(at, next)} />
      ))}
      {save.error && (
        <p className={own.fault} role="alert">
          {save.error.message}
        </p>
      )}
      <div className={styles.buttons}>
        <Button type="submit" disabled={!isChanged} loading={save.isPending}>
          Save
        </Button>
        <Button
          variant="default"
          onClick={() =>
            change({
              repositories: [
                ...repositories,
                { repository: '', visibility: 'reviewers', members: [], hold: 'none' },
              ],
            })
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
    </form>
  );
}

function RepositoryFields(props: {
  value: RepositoryAccess;
  onChange(next: RepositoryAccess | undefined): void;
}) {
  const { value, onChange } = props;
  const { data: members } = useQuery(membersQuery);
  const change = (part: Partial<RepositoryAccess>) => onChange({ ...value, ...part });
  return (
    <fieldset className={styles.panel}>
      <div className={styles.stack}>
        <TextInput
          label="Repository"
          placeholder="github.com/acme/shop"
          required
          value={value.repository}
          onChange={(event) => change({ repository: event.currentTarget.value })}
        />
        <NativeSelect
          label="Read by"
          data={ofRepository}
          value={value.visibility}
          onChange={(event) =>
            change({ visibility: event.currentTarget.value as RepositoryAccess['visibility'] })
          }
        />
        {value.visibility === 'members' && (
          <fieldset className={styles.stack}>
            <legend>Members</legend>
            {members?.map(({ userId, email }) => (
              <Checkbox
                key={userId}
                label={<Name text={email} />}
                checked={value.members.includes(userId)}
                onChange={(event) =>
                  change({
                    members: event.currentTarget.checked
                      ? [...value.members, userId]
                      : value.members.filter((one) => one !== userId),
                  })
                }
              />
            ))}
          </fieldset>
        )}
        <NativeSelect
          label="Held after the end"
          data={holdChoices}
          value={value.hold}
          onChange={(event) => change({ hold: event.currentTarget.value as HoldTime })}
        />
        <div>
          <Button size="xs" variant="subtle" color="red" onClick={() => onChange(undefined)}>
            Remove this rule
          </Button>
        </div>
      </div>
    </fieldset>
  );
}
