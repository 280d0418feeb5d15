import type { FindingsPolicy } from '@debrief/contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { findingsPolicyQuery, useSetFindingsPolicy } from '../../api/finding.ts';
import { useMe } from '../../api/member.ts';
import { toast, toastError } from '../../ui/toast/toast.ts';
import { FindingsPolicyFields } from './FindingsPolicyFields.tsx';
import { RepositoryPolicies } from './RepositoryPolicies.tsx';
import styles from './Rules.module.css';

/** What the team says about itself. Everybody reads it; admins change it. */
export function PolicyForm() {
  const { data } = useQuery(findingsPolicyQuery);
  return data ? <Form key={JSON.stringify(data)} policy={data} /> : null;
}

function Form({ policy }: { policy: FindingsPolicy }) {
  const { mayManage } = useMe();
  const save = useSetFindingsPolicy();
  const [draft, setDraft] = useState(policy);
  const change = (part: Partial<FindingsPolicy>) => setDraft((old) => ({ ...old, ...part }));
  const submit = () =>
    // The form is made anew with what was saved, and callbacks given to `mutate` would be lost with the old one.
    void save.mutateAsync(draft).then(() => toast('Saved. Sessions are judged again.'), toastError);
  return (
    <section data-testid="findings-policy">
      <h2>Policy</h2>
      <p className={styles.hint}>
        What fits your team. A repository adds to the lists, and what it says about a rule goes first.
        {!mayManage && ' Admins and owners can change it.'}
      </p>
      <FindingsPolicyFields rules={draft} readOnly={!mayManage} onChange={change} />
      <h3>Repositories</h3>
      <RepositoryPolicies
        repositories={draft.repositories}
        readOnly={!mayManage}
        onChange={(repositories) => change({ repositories })}
      />
      {mayManage && (
        <div className={styles.save}>
          <Button loading={save.isPending} onClick={submit}>
            Save the policy
          </Button>
        </div>
      )}
    </section>
  );
}
