import { type AskedTicks as AskedShares, limits, type ReviewRules } from '@debrief/contract';
import { Checkbox, NumberInput, Switch, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { membersQuery } from '../../api/member.ts';
import { linesOf, textOf } from '../../ui/text/lines.ts';
import { Name } from '../../ui/text/Name.tsx';
import styles from './PolicyForm.module.css';

/** What is expected of reviews, of the whole organization or of one repository. */
export function ReviewPolicyFields(props: {
  rules: ReviewRules;
  onChange(part: Partial<ReviewRules>): void;
  /** Which repositories enter is asked of the organization; a repository is one itself. */
  asksFolders: boolean;
}) {
  const { rules, onChange } = props;
  const [folders, setFolders] = useState(textOf(rules.enter.repositories));
  const enter = (part: Partial<ReviewRules['enter']>) => onChange({ enter: { ...rules.enter, ...part } });
  return (
    <>
      <NumberInput
        className={styles.number}
        label="Members who must accept"
        min={1}
        max={limits.reviewersNeeded}
        value={rules.reviewers}
        allowDecimal={false}
        onChange={(value) => typeof value === 'number' && onChange({ reviewers: value })}
      />
      <Switch
        label="The author’s own acceptance counts"
        checked={rules.selfCounts}
        onChange={(event) => onChange({ selfCounts: event.currentTarget.checked })}
      />
      <AskedTicks ticks={rules.ticks} onChange={(ticks) => onChange({ ticks })} />
      <Entering
        enter={rules.enter}
        repositories={props.asksFolders ? folders : undefined}
        onChange={enter}
        onRepositories={(text) => {
          setFolders(text);
          enter({ repositories: linesOf(text) });
        }}
      />
      <DefaultReviewers
        chosen={rules.defaultReviewers}
        onChange={(defaultReviewers) => onChange({ defaultReviewers })}
      />
    </>
  );
}

/** What has to be ticked before somebody accepts. */
function AskedTicks(props: { ticks: ReviewRules['ticks']; onChange(ticks: AskedShares): void }) {
  const { files = 0, claims = 0 } = props.ticks ?? {};
  const field = (label: string, value: number, change: (value: number) => AskedShares) => (
    <NumberInput
      className={styles.number}
      label={label}
      suffix=" %"
      min={0}
      max={100}
      allowDecimal={false}
      value={value}
      onChange={(next) => typeof next === 'number' && props.onChange(change(next))}
    />
  );
  return (
    <fieldset className={styles.enter}>
      <legend>To be ticked before accepting</legend>
      {field('Of the changed files, this share', files, (value) => ({ files: value, claims }))}
      {field('Of the claims, this share', claims, (value) => ({ files, claims: value }))}
    </fieldset>
  );
}

const Entering = (props: {
  enter: ReviewRules['enter'];
  /** As they are typed, one per line. */
  repositories: string | undefined;
  onChange(part: Partial<ReviewRules['enter']>): void;
  onRepositories(text: string): void;
}) => (
  <fieldset className={styles.enter}>
    <legend>Sessions that enter the queue</legend>
    <Checkbox
      label="Those that changed files"
      checked={props.enter.edits}
      onChange={(event) => props.onChange({ edits: event.currentTarget.checked })}
    />
    {props.enter.edits && (
      <NumberInput
        className={styles.number}
        label="With at least so many edits"
        min={1}
        max={limits.leastEdits}
        allowDecimal={false}
        value={props.enter.leastEdits ?? 1}
        onChange={(value) => typeof value === 'number' && props.onChange({ leastEdits: value })}
      />
    )}
    <Checkbox
      label="Those with a finding of high severity"
      checked={props.enter.highFindings}
      onChange={(event) => props.onChange({ highFindings: event.currentTarget.checked })}
    />
    <Checkbox
      label="Those with a finding of medium severity"
      checked={props.enter.mediumFindings ?? false}
      onChange={(event) => props.onChange({ mediumFindings: event.currentTarget.checked })}
    />
    {props.repositories !== undefined && (
      <Textarea
        label="All in these repositories, one per line"
        description="A remote such as github.com/acme/shop, or a folder."
        placeholder="github.com/acme/shop"
        autosize
        minRows={1}
        maxRows={8}
        value={props.repositories}
        onChange={(event) => props.onRepositories(event.currentTarget.value)}
      />
    )}
    <NumberInput
      className={styles.number}
      label="Of all others, this share"
      suffix=" %"
      min={0}
      max={100}
      value={Math.round(props.enter.sample * 100)}
      onChange={(value) => typeof value === 'number' && props.onChange({ sample: value / 100 })}
    />
    <Checkbox
      label="Imported history, by the same rules"
      description="Sessions that were over three days before they arrived."
      checked={props.enter.history ?? false}
      onChange={(event) => props.onChange({ history: event.currentTarget.checked })}
    />
  </fieldset>
);

function DefaultReviewers({ chosen, onChange }: { chosen: string[]; onChange(userIds: string[]): void }) {
  const members = useQuery(membersQuery);
  return (
    <fieldset className={styles.enter}>
      <legend>Asked to review every one of them</legend>
      <div className={styles.people}>
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
