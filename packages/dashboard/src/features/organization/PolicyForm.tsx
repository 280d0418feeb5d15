import type { ReviewPolicy } from '@debrief/contract';
import { Button, Skeleton, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { policyQuery, useSetPolicy } from '../../api/review/review.ts';
import { Fault } from '../../ui/Fault.tsx';
import styles from '../../ui/Form.module.css';
import { plural } from '../../ui/format.ts';
import { visibleText } from '../../ui/text/visible.ts';
import { toast } from '../../ui/toast/toast.ts';
import own from './PolicyForm.module.css';
import { RepositoryRules } from './RepositoryRules.tsx';
import { ReviewPolicyFields } from './ReviewPolicyFields.tsx';
import { RotationFields } from './RotationFields.tsx';

/** What the team expects of its reviews. Members read it; admins change it. */
export function PolicyForm({ mayManage }: { mayManage: boolean }) {
  const { data, error, refetch } = useQuery(policyQuery);
  return (
    <section className={styles.section} aria-labelledby="policy">
      <h2 id="policy">Reviews</h2>
      <p>Which sessions somebody should look at, and when they count as accepted.</p>
      {error ? (
        <Fault error={error} retry={() => void refetch()} />
      ) : !data ? (
        <Skeleton height={180} />
      ) : mayManage ? (
        <Editor key={JSON.stringify(data)} policy={data} />
      ) : (
        <p>{policyWords(data)}</p>
      )}
    </section>
  );
}

function policyWords({ reviewers, selfCounts, enter, ticks, rotation, repositories }: ReviewPolicy): string {
  const entering = [
    enter.edits &&
      (enter.leastEdits === undefined
        ? 'sessions that changed files'
        : `sessions with ${plural(enter.leastEdits, 'edit')} or more`),
    enter.highFindings && 'sessions with a serious finding',
    enter.mediumFindings && 'sessions with a finding of medium severity',
    enter.repositories.length > 0 && plural(enter.repositories.length, 'repository', 'repositories'),
    enter.sample > 0 && `${Math.round(enter.sample * 100)} % of all others`,
  ].filter(Boolean);
  const ticked = [
    ticks && ticks.files > 0 && `${ticks.files} % of the files`,
    ticks && ticks.claims > 0 && `${ticks.claims} % of the claims`,
  ].filter(Boolean);
  const before = ticked.length > 0 ? ` Before that, they tick ${ticked.join(' and ')}.` : '';
  const others = repositories.map(({ repository, repoRoot }) => visibleText(repository ?? repoRoot ?? ''));
  return `${plural(reviewers, 'member')} must accept${selfCounts ? ', the author included' : ''}.${before} In the queue: ${entering.join(', ') || 'nothing'}; ${enter.history ? 'imported history, too' : 'no imported history'}.${rotation ? ` Members are asked in turn, at most ${plural(rotation.perDay, 'time')} a day.` : ''}${others.length > 0 ? ` Other rules hold for ${others.join(', ')}.` : ''}`;
}

function Editor({ policy }: { policy: ReviewPolicy }) {
  const [draft, setDraft] = useState(policy);
  // Another key: the fields begin again with what is saved.
  const [discarded, setDiscarded] = useState(0);
  const save = useSetPolicy();
  const isChanged = JSON.stringify(draft) !== JSON.stringify(policy);
  const change = (part: Partial<ReviewPolicy>) => setDraft({ ...draft, ...part });
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
      <ReviewPolicyFields key={discarded} rules={draft} onChange={change} asksFolders />
      <RepositoryRules
        key={`repositories ${discarded}`}
        policy={draft}
        onChange={(repositories) => change({ repositories })}
      />
      <RotationFields rotation={draft.rotation} onChange={(rotation) => change({ rotation })} />
      <Switch
        label="E-mails may quote comments"
        description="Off, mails say that something was said, and not what: mail leaves the house."
        checked={draft.mailWords}
        onChange={(event) => change({ mailWords: event.currentTarget.checked })}
      />
      {save.error && (
        <p className={own.fault} role="alert">
          {save.error.message}
        </p>
      )}
      <div className={styles.buttons}>
        <Button type="submit" disabled={!isChanged} loading={save.isPending}>
          Save
        </Button>
        {isChanged && (
          <Button
            variant="subtle"
            color="gray"
            onClick={() => {
              setDraft(policy);
              setDiscarded(discarded + 1);
            }}
          >
            Discard
          </Button>
        )}
      </div>
    </form>
  );
}
