import type { Member } from '@debrief/contract';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { useAgentName } from '../../../api/agent.ts';
import { environmentName, environmentsQuery } from '../../../api/environment.ts';
import { rulesQuery } from '../../../api/finding.ts';
import { installationsQuery } from '../../../api/installation.ts';
import { membersQuery, useMe } from '../../../api/member.ts';
import { repositoriesQuery } from '../../../api/repository.ts';
import { labelsQuery } from '../../../api/review/review.ts';
import { usePersonName } from '../../../ui/person/Person.tsx';
import { stateNames } from '../../../ui/review/review-state.ts';
import { outcomeNames } from '../../../ui/session/outcome.ts';
import { visibleText } from '../../../ui/text/visible.ts';
import { outcomes, reviewStates, type SessionsSearch } from '../sessions-search.ts';
import { repositoryChoices } from './repository-label.ts';
import type { Choice, ChoicesOf } from './typed-filter.ts';

/** What never has to be asked for. */
const fixed: Partial<Record<keyof SessionsSearch, readonly Choice[]>> = {
  status: [
    { value: 'active', label: 'Open', also: ['running'] },
    { value: 'completed', label: 'Completed' },
    { value: 'failed', label: 'Failed' },
  ],
  since: [
    { value: '1d', label: 'Last day', also: ['today', '24h'] },
    { value: '7d', label: 'Last 7 days', also: ['week'] },
    { value: '30d', label: 'Last 30 days', also: ['month'] },
    { value: '90d', label: 'Last 90 days', also: ['quarter'] },
  ],
  severity: [
    { value: 'high', label: 'High' },
    { value: 'medium', label: 'Medium and up' },
    { value: 'low', label: 'Any finding', also: ['any'] },
  ],
  has: [
    { value: 'errors', label: 'Failures', also: ['errors', 'failed'] },
    { value: 'denials', label: 'Denials', also: ['refused'] },
    { value: 'edits', label: 'Edits', also: ['changes'] },
  ],
  kind: [
    { value: 'test', label: 'A test secret', also: ['test', 'samples'] },
    { value: 'all', label: 'Any secret', also: ['both', 'all'] },
  ],
  outcome: outcomes.map((value) => ({ value, label: outcomeNames[value] })),
  review: reviewStates.map((value) => ({ value, label: stateNames[value] })),
};

/** The choices of every filter, and what a value is called. Asked for once somebody filters. */
export function useChoices(isWanted: boolean): {
  choicesOf: ChoicesOf;
  nameOf(field: keyof SessionsSearch, value: string): string;
} {
  const enabled = isWanted;
  const members = useQuery(membersQuery);
  const repositories = useQuery({ ...repositoriesQuery, enabled });
  const installations = useQuery({ ...installationsQuery, enabled });
  const environments = useQuery(environmentsQuery);
  const rules = useQuery({ ...rulesQuery, enabled });
  const labels = useQuery({ ...labelsQuery, enabled });
  const personName = usePersonName();
  const agentName = useAgentName();
  const userId = useMe().member?.userId;
  const author = useMemo(
    () => authorsOf(members.data ?? [], personName, userId),
    [members.data, personName, userId],
  );
  const repo = useMemo(() => repositoryChoices(repositories.data ?? []), [repositories.data]);
  const agent = useMemo(
    () =>
      [...new Set(installations.data?.map((one) => one.agentId))]
        .sort()
        .map((value) => ({ value, label: visibleText(agentName(value)) })),
    [installations.data, agentName],
  );
  const environment = useMemo(
    () =>
      (environments.data ?? []).map((one) => ({
        value: one.environmentId,
        label: visibleText(environmentName(one)),
      })),
    [environments.data],
  );
  const rule = useMemo(
    () => (rules.data?.rules ?? []).map((one) => ({ value: one.rule, label: one.title })),
    [rules.data],
  );
  const label = useMemo(
    () => (labels.data ?? []).map((one) => ({ value: one.label, label: visibleText(one.label) })),
    [labels.data],
  );
  const asked: Partial<Record<keyof SessionsSearch, readonly Choice[]>> = useMemo(
    () => ({ author, repo, agent, environment, rule, label }),
    [author, repo, agent, environment, rule, label],
  );
  const choicesOf = useCallback<ChoicesOf>((field) => fixed[field] ?? asked[field] ?? [], [asked]);
  const nameOf = useCallback(
    (field: keyof SessionsSearch, value: string) =>
      choicesOf(field).find((one) => one.value === value || (field === 'repo' && one.also?.includes(value)))
        ?.label ?? visibleText(value),
    [choicesOf],
  );
  return { choicesOf, nameOf };
}

const authorsOf = (
  members: readonly Member[],
  nameOf: (userId: string) => string,
  me: string | undefined,
): Choice[] => [
  ...members
    .filter(({ status }) => status === 'active')
    .map(({ userId, email }) => ({
      value: userId,
      label: visibleText(nameOf(userId)),
      also: [email, ...(userId === me ? ['me'] : [])],
    })),
  { value: 'none', label: 'No author', also: ['nobody'] },
];
