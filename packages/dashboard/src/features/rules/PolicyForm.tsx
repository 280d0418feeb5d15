import type { FindingsPolicy } from '@debrief/contract';
import { Button, NativeSelect, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { findingsPolicyQuery, rulesQuery, useSetFindingsPolicy } from '../../api/finding.ts';
import { useMe } from '../../api/member.ts';
import { toast, toastError } from '../../ui/toast/toast.ts';
import { linesOf, textOf } from './lines.ts';
import styles from './Rules.module.css';

const lists = [
  ['guardedPaths', 'Guarded files', 'One a line: names, or folders ending in /'],
  ['guardedBranches', 'Guarded branches', 'release/* stands for everything below release/'],
  ['trustedHosts', 'Hosts that may get data', 'With everything below them'],
  ['testCommands', 'Your own test commands', 'Such as ./ci.sh test'],
] as const;

/** What the team says about itself. Everybody reads it; admins change it. */
export function PolicyForm() {
  const { data } = useQuery(findingsPolicyQuery);
  return data ? <Form key={JSON.stringify(data)} policy={data} /> : null;
}

function Form({ policy }: { policy: FindingsPolicy }) {
  const { mayManage } = useMe();
  const rules = useQuery(rulesQuery).data ?? [];
  const save = useSetFindingsPolicy();
  const [texts, setTexts] = useState(() =>
    Object.fromEntries(lists.map(([name]) => [name, textOf(policy[name])])),
  );
  const [severities, setSeverities] = useState(policy.rules);
  const submit = () => {
    const changed = {
      ...policy,
      ...Object.fromEntries(lists.map(([name]) => [name, linesOf(texts[name] ?? '')])),
      rules: severities,
    } as FindingsPolicy;
    // The form is made anew with what was saved, and callbacks given to `mutate` would be lost with the old one.
    save.mutateAsync(changed).then(() => toast('Saved. Sessions are judged again.'), toastError);
  };
  return (
    <section data-testid="findings-policy">
      <h2>Policy</h2>
      <p className={styles.hint}>
        What fits your team. Repositories can add to it by the API (findings-policy).
        {!mayManage && ' Admins and owners can change it.'}
      </p>
      <div className={styles.lists}>
        {lists.map(([name, label, hint]) => (
          <Textarea
            key={name}
            label={label}
            description={hint}
            autosize
            minRows={2}
            maxRows={10}
            readOnly={!mayManage}
            value={texts[name] ?? ''}
            onChange={(event) => {
              const { value } = event.currentTarget;
              setTexts((old) => ({ ...old, [name]: value }));
            }}
          />
        ))}
      </div>
      <h3>Rules at another severity</h3>
      <div className={styles.rules}>
        {rules.map(({ rule, title, usualSeverity }) => (
          <NativeSelect
            key={rule}
            size="xs"
            label={title}
            disabled={!mayManage}
            value={severities[rule] ?? ''}
            data={[
              { value: '', label: `As usual (${usualSeverity})` },
              { value: 'high', label: 'High' },
              { value: 'medium', label: 'Medium' },
              { value: 'low', label: 'Low' },
              { value: 'off', label: 'Off' },
            ]}
            onChange={(event) => {
              const { value } = event.currentTarget;
              setSeverities(({ [rule]: _, ...others }) =>
                value === '' ? others : { ...others, [rule]: value as 'high' },
              );
            }}
          />
        ))}
      </div>
      {mayManage && (
        <Button mt="md" loading={save.isPending} onClick={submit}>
          Save the policy
        </Button>
      )}
    </section>
  );
}
