import type { FindingsRules } from '@debrief/contract';
import { isTeamRule } from '@debrief/findings/team-rule';
import { NativeSelect, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { rulesQuery } from '../../api/finding.ts';
import { linesOf, textOf } from '../../ui/text/lines.ts';
import { BacktestResult } from './BacktestResult.tsx';
import styles from './Rules.module.css';

const lists = [
  ['guardedPaths', 'Guarded files', 'One per line: names, or folders ending in /'],
  ['guardedBranches', 'Guarded branches', 'release/* stands for everything below release/'],
  ['trustedHosts', 'Hosts that may get data', 'With everything below them'],
  ['testCommands', 'Your own test commands', 'Such as ./ci.sh test'],
] as const;

interface FieldsProps<Rules extends FindingsRules> {
  rules: Rules;
  onChange(part: Partial<FindingsRules>): void;
  readOnly: boolean;
}

/** What findings are to know, about the whole organization or about one repository. */
export function FindingsPolicyFields<Rules extends FindingsRules>(props: FieldsProps<Rules>) {
  const { rules, onChange, readOnly } = props;
  // As they are typed: a line that is still empty would vanish otherwise.
  const [texts, setTexts] = useState(() =>
    Object.fromEntries(lists.map(([name]) => [name, textOf(rules[name])])),
  );
  return (
    <>
      <div className={styles.lists}>
        {lists.map(([name, label, hint]) => (
          <Textarea
            key={name}
            label={label}
            description={hint}
            autosize
            minRows={2}
            maxRows={10}
            readOnly={readOnly}
            value={texts[name] ?? ''}
            onChange={(event) => {
              const { value } = event.currentTarget;
              setTexts((old) => ({ ...old, [name]: value }));
              onChange({ [name]: linesOf(value) });
            }}
          />
        ))}
      </div>
      <Severities
        rules={rules.rules}
        readOnly={readOnly}
        onChange={(changed) => onChange({ rules: changed })}
      />
    </>
  );
}

function Severities(props: {
  rules: FindingsRules['rules'];
  onChange(rules: FindingsRules['rules']): void;
  readOnly: boolean;
}) {
  const known = useQuery(rulesQuery).data?.rules.filter(({ rule }) => !isTeamRule(rule)) ?? [];
  return (
    <>
      <h3>Rules at another severity</h3>
      <div className={styles.rules}>
        {known.map(({ rule, title, usualSeverity }) => (
          <NativeSelect
            key={rule}
            size="xs"
            label={title}
            disabled={props.readOnly}
            value={props.rules[rule] ?? ''}
            data={[
              { value: '', label: `As usual (${usualSeverity})` },
              { value: 'high', label: 'High' },
              { value: 'medium', label: 'Medium' },
              { value: 'low', label: 'Low' },
              { value: 'off', label: 'Off' },
            ]}
            onChange={(event) => {
              const { value } = event.currentTarget;
              const { [rule]: _, ...others } = props.rules;
              props.onChange(value === '' ? others : { ...others, [rule]: value as 'high' });
            }}
          />
        ))}
      </div>
      {!props.readOnly &&
        known
          .filter(({ rule }) => props.rules[rule] !== undefined)
          .map(({ rule, title }) => {
            const severity = props.rules[rule] ?? 'off';
            return (
              <div key={`${rule} ${severity}`} className={styles.changed}>
                <b>
                  {title}: {severity}
                </b>
                <BacktestResult request={{ change: { rule, severity } }} />
              </div>
            );
          })}
    </>
  );
}
