import { limits, type ReviewPolicy } from '@debrief/contract';
import { Button, Checkbox, NumberInput, Skeleton, Switch, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { membersQuery } from '../../api/member.ts';
import { policyQuery, useSetPolicy } from '../../api/review/review.ts';
import { Fault } from '../../ui/Fault.tsx';
import styles from '../../ui/Form.module.css';
import { plural } from '../../ui/format.ts';
import { Name } from '../../ui/text/Name.tsx';
import { toast } from '../../ui/toast/toast.ts';
import own from './PolicyForm.module.css';

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

function policyWords({ reviewers, selfCounts, enter }: ReviewPolicy): string {
  const entering = [
    enter.edits && 'sessions that changed files',
    enter.highFindings && 'sessions with a serious finding',
    enter.repositories.length > 0 && plural(enter.repositories.length, 'repository', 'repositories'),
    enter.sample > 0 && `${Math.round(enter.sample * 100)} % of all others`,
  ].filter(Boolean);
  return `${plural(reviewers, 'member')} must accept${selfCounts ? ', the author included' : ''}. In the queue: ${entering.join(', ') || 'nothing'}.`;
}

const linesOf = (text: string): string[] => [
  ...new Set(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean),
  ),
];

function Editor({ policy }: { policy: ReviewPolicy }) {
  const [chosen, setDraft] = useState(policy);
  const [repositories, setRepositories] = useState(policy.enter.repositories.join('\n'));
  const draft = { ...chosen, enter: { ...chosen.enter, repositories: linesOf(repositories) } };
  const save = useSetPolicy();
  const isChanged = JSON.stringify(draft) !== JSON.stringify(policy);
  const change = (part: Partial<ReviewPolicy>) => setDraft({ ...draft, ...part });
  const enter = (part: Partial<ReviewPolicy['enter']>) => change({ enter: { ...draft.enter, ...part } });
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
      <NumberInput
        className={own.number}
        label="Members who must accept"
        min={1}
        max={limits.reviewersNeeded}
        value={draft.reviewers}
        allowDecimal={false}
        onChange={(value) => typeof value === 'number' && change({ reviewers: value })}
      />
      <Switch
        label="The author’s own acceptance counts"
        checked={draft.selfCounts}
        onChange={(event) => change({ selfCounts: event.currentTarget.checked })}
      />
      <Entering
        enter={draft.enter}
        repositories={repositories}
        onChange={enter}
        onRepositories={setRepositories}
      />
      <DefaultReviewers
        chosen={draft.defaultReviewers}
        onChange={(defaultReviewers) => change({ defaultReviewers })}
      />
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
              setRepositories(policy.enter.repositories.join('\n'));
            }}
          >
            Discard
          </Button>
        )}
      </div>
    </form>
  );
}

const Entering = (props: {
  enter: ReviewPolicy['enter'];
  /** As they are typed, one a line. */
  repositories: string;
  onChange(part: Partial<ReviewPolicy['enter']>): void;
  onRepositories(text: string): void;
}) => (
  <fieldset className={own.enter}>
    <legend>Sessions that enter the queue</legend>
    <Checkbox
      label="Those that changed files"
      checked={props.enter.edits}
      onChange={(event) => props.onChange({ edits: event.currentTarget.checked })}
    />
    <Checkbox
      label="Those with a finding of high severity"
      checked={props.enter.highFindings}
      onChange={(event) => props.onChange({ highFindings: event.currentTarget.checked })}
    />
    <Textarea
      label="All in these folders, one a line"
      placeholder="/home/me/shop"
      autosize
      minRows={1}
      maxRows={8}
      value={props.repositories}
      onChange={(event) => props.onRepositories(event.currentTarget.value)}
    />
    <NumberInput
      className={own.number}
      label="Of all others, this share"
      suffix=" %"
      min={0}
      max={100}
      value={Math.round(props.enter.sample * 100)}
      onChange={(value) => typeof value === 'number' && props.onChange({ sample: value / 100 })}
    />
  </fieldset>
);

function DefaultReviewers({ chosen, onChange }: { chosen: string[]; onChange(userIds: string[]): void }) {
  const members = useQuery(membersQuery);
  return (
    <fieldset className={own.enter}>
      <legend>Asked to review every one of them</legend>
      <div className={own.people}>
        {(members.data ?? [])
          .filter(({ status }) => status === 'active')
          .map(({ userId, email }) => (
            <Checkbox
              key={userId}
              label={<Name text={email} />}
              checked={chosen.includes(userId)}
              onChange={(event) =>
                onChange(
                  event.currentTarget.checked ? [...chosen, userId] : chosen.filter((one) => one !== userId),
                )
              }
            />
          ))}
      </div>
    </fieldset>
  );
}
