import { limits, type ReviewPolicy } from '@debrief/contract';
import { Button, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { plural } from '../../ui/format.ts';
import { Visible } from '../../ui/text/Visible.tsx';
import styles from './PolicyForm.module.css';
import { ReviewPolicyFields } from './ReviewPolicyFields.tsx';

type Repository = ReviewPolicy['repositories'][number];

/** Repositories whose reviews follow rules of their own, instead of those of the organization. */
export function RepositoryRules(props: { policy: ReviewPolicy; onChange(repositories: Repository[]): void }) {
  const { policy, onChange } = props;
  const { repositories } = policy;
  const { reviewers, selfCounts, enter, defaultReviewers } = policy;
  return (
    <div className={styles.repositories}>
      {repositories.map((repository, at) => (
        <Rules
          // biome-ignore lint/suspicious/noArrayIndexKey: its folder is what is being typed
          key={at}
          repository={repository}
          onChange={(changed) => onChange(repositories.with(at, changed))}
          onRemove={() => onChange(repositories.toSpliced(at, 1))}
        />
      ))}
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<IconPlus size={14} />}
        disabled={repositories.length >= limits.policyRepositories}
        onClick={() =>
          onChange([
            ...repositories,
            {
              repoRoot: '',
              rules: { reviewers, selfCounts, defaultReviewers, enter: { ...enter, repositories: [] } },
            },
          ])
        }
      >
        Other rules for a repository
      </Button>
    </div>
  );
}

function Rules(props: { repository: Repository; onChange(repository: Repository): void; onRemove(): void }) {
  const { repository, onChange } = props;
  // Not while it is typed: it would close at the first letter.
  const [isNew] = useState(repository.repoRoot === '');
  return (
    <details className={styles.repository} open={isNew}>
      <summary>
        <strong>
          <Visible text={repository.repoRoot || 'A repository'} />
        </strong>{' '}
        <span>{plural(repository.rules.reviewers, 'member')} must accept</span>
      </summary>
      <TextInput
        label="Folder of the repository"
        placeholder="/home/me/shop"
        required
        maxLength={limits.path}
        value={repository.repoRoot}
        onChange={(event) => onChange({ ...repository, repoRoot: event.currentTarget.value })}
      />
      <ReviewPolicyFields
        rules={repository.rules}
        asksFolders={false}
        onChange={(part) => onChange({ ...repository, rules: { ...repository.rules, ...part } })}
      />
      <Button variant="subtle" color="red" size="compact-sm" onClick={props.onRemove}>
        Remove these rules
      </Button>
    </details>
  );
}
