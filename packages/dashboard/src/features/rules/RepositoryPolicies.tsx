import { type FindingsPolicy, limits } from '@debrief/contract';
import { Button, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { Visible } from '../../ui/text/Visible.tsx';
import { FindingsPolicyFields } from './FindingsPolicyFields.tsx';
import styles from './Rules.module.css';

type Repository = FindingsPolicy['repositories'][number];

const nothing = { guardedPaths: [], guardedBranches: [], trustedHosts: [], testCommands: [], rules: {} };

/** What repositories add to the policy of the organization. */
export function RepositoryPolicies(props: {
  repositories: Repository[];
  onChange(repositories: Repository[]): void;
  readOnly: boolean;
}) {
  const { repositories, onChange, readOnly } = props;
  return (
    <>
      {repositories.map((repository, at) => (
        <RepositoryPolicy
          // biome-ignore lint/suspicious/noArrayIndexKey: its folder is what is being typed
          key={at}
          repository={repository}
          readOnly={readOnly}
          onChange={(changed) => onChange(repositories.with(at, changed))}
          onRemove={() => onChange(repositories.toSpliced(at, 1))}
        />
      ))}
      {!readOnly && (
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconPlus size={14} />}
          disabled={repositories.length >= limits.findingsPolicyRepositories}
          onClick={() => onChange([...repositories, { repoRoot: '', ...nothing }])}
        >
          More for a repository
        </Button>
      )}
    </>
  );
}

function RepositoryPolicy(props: {
  repository: Repository;
  onChange(repository: Repository): void;
  onRemove(): void;
  readOnly: boolean;
}) {
  const { repository, onChange, readOnly } = props;
  // Not while it is typed: it would close at the first letter.
  const [isNew] = useState(repository.repoRoot === '');
  return (
    <details className={styles.repository} open={isNew}>
      <summary>
        <strong>
          <Visible text={repository.repoRoot || 'A repository'} />
        </strong>
      </summary>
      <TextInput
        label="Folder of the repository"
        placeholder="/home/me/shop"
        required
        readOnly={readOnly}
        maxLength={limits.path}
        value={repository.repoRoot}
        onChange={(event) => onChange({ ...repository, repoRoot: event.currentTarget.value })}
      />
      <FindingsPolicyFields
        rules={repository}
        readOnly={readOnly}
        onChange={(part) => onChange({ ...repository, ...part })}
      />
      {!readOnly && (
        <Button variant="subtle" color="red" size="compact-sm" onClick={props.onRemove}>
          Remove this repository
        </Button>
      )}
    </details>
  );
}
