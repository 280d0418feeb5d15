import { limits, type ReviewPolicy } from '@debrief/contract';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { repositoriesQuery } from '../../api/repository.ts';
import { plural } from '../../ui/format.ts';
import { Suggested } from '../../ui/Suggested.tsx';
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
          // biome-ignore lint/suspicious/noArrayIndexKey: its name is what is being typed
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
              repository: '',
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

const nameOf = ({ repository, repoRoot }: Repository): string => repository ?? repoRoot ?? '';

/** A folder is one machine's; everything else names the repository wherever it is. */
const isFolder = (text: string): boolean => /^(?:[/\\~]|[a-z]:[\\/])/i.test(text);

function Rules(props: { repository: Repository; onChange(repository: Repository): void; onRemove(): void }) {
  const { repository, onChange } = props;
  const { data = [] } = useQuery(repositoriesQuery);
  // What has no remote is called by its machine, which nobody types.
  const known = [
    ...new Set(data.map((one) => (one.repository.startsWith('env_') ? one.repoRoot : one.repository))),
  ];
  // Not while it is typed: it would close at the first letter.
  const [isNew] = useState(nameOf(repository) === '');
  return (
    <details className={styles.repository} open={isNew}>
      <summary>
        <strong>
          <Visible text={nameOf(repository) || 'A repository'} />
        </strong>{' '}
        <span>{plural(repository.rules.reviewers, 'member')} must accept</span>
      </summary>
      <Suggested
        label="Repository"
        description="Its remote holds for every clone; a folder only for the machines that have it there."
        placeholder="github.com/acme/shop"
        required
        maxLength={limits.path}
        known={known}
        value={nameOf(repository)}
        onChange={({ currentTarget: { value } }) =>
          onChange({
            rules: repository.rules,
            ...(isFolder(value) ? { repoRoot: value } : { repository: value }),
          })
        }
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
