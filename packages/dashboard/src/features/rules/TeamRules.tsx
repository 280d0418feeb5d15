import type { FindingsPolicy, TeamRule } from '@debrief/contract';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { findingsPolicyQuery, useSetFindingsPolicy } from '../../api/finding.ts';
import { useMe } from '../../api/member.ts';
import { Chip } from '../../ui/Chip.tsx';
import { severityName, severityTone } from '../../ui/finding/severity.ts';
import { Row, Rows } from '../../ui/Page.tsx';
import { Visible } from '../../ui/text/Visible.tsx';
import { toast, toastError } from '../../ui/toast/toast.ts';
import { RuleOffers } from './RuleOffers.tsx';
import styles from './Rules.module.css';
import { TeamRuleEditor } from './TeamRuleEditor.tsx';

const blank: TeamRule = { name: '', title: '', text: '', severity: 'medium', sentence: '', isOn: false };

/** The rules that the team wrote itself. Everybody reads them; admins write them. */
export function TeamRules() {
  const { mayManage } = useMe();
  const { data: policy } = useQuery(findingsPolicyQuery);
  const [edited, setEdited] = useState<string>();
  /** What a new rule starts from. */
  const [start, setStart] = useState(blank);
  const save = useSetFindingsPolicy();
  if (!policy) return null;
  const rules = policy.teamRules ?? [];
  const write = (name: string | undefined, from: TeamRule = blank) => {
    setStart(from);
    setEdited(name);
  };
  const put = async (teamRules: TeamRule[], said: string) => {
    await save.mutateAsync({ ...policy, teamRules } satisfies FindingsPolicy).then(() => {
      write(undefined);
      toast(said);
    }, toastError);
  };
  const saveOne = (before: string, rule: TeamRule) =>
    put(
      before === '' ? [...rules, rule] : rules.map((one) => (one.name === before ? rule : one)),
      rule.isOn ? 'Saved. Sessions are judged again.' : 'Saved, and off.',
    );
  return (
    <section data-testid="team-rules">
      <h2>Rules of your team</h2>
      <p className={styles.hint}>
        One line each, tried on the sessions that are there before it is switched on.
        {!mayManage && ' Admins and owners can write them.'}
      </p>
      {rules.length > 0 && (
        <Rows label="Rules of your team">
          {rules.map((rule) => (
            <TeamRuleRow key={rule.name} rule={rule} {...(mayManage && { onEdit: () => write(rule.name) })} />
          ))}
        </Rows>
      )}
      {edited !== undefined && (
        <TeamRuleEditor
          key={`${edited} ${start.text}`}
          rule={rules.find(({ name }) => name === edited) ?? start}
          taken={rules.map(({ name }) => name).filter((name) => name !== edited)}
          isSaving={save.isPending}
          onSave={(rule) => void saveOne(edited, rule)}
          onCancel={() => write(undefined)}
          {...(edited !== '' && {
            onRemove: () =>
              void put(
                rules.filter(({ name }) => name !== edited),
                'Removed.',
              ),
          })}
        />
      )}
      {mayManage && edited === undefined && (
        <Button variant="default" leftSection={<IconPlus size={14} />} onClick={() => write('')}>
          Write a rule
        </Button>
      )}
      {mayManage && edited === '' && <RuleOffers onPick={(rule) => write('', { ...blank, ...rule })} />}
    </section>
  );
}

function TeamRuleRow({ rule, onEdit }: { rule: TeamRule; onEdit?(): void }) {
  return (
    <Row
      faded={!rule.isOn}
      title={
        <>
          <Visible text={rule.title} />{' '}
          {rule.isOn ? (
            <Chip tone={severityTone[rule.severity]}>{severityName[rule.severity]}</Chip>
          ) : (
            <Chip>Off</Chip>
          )}
        </>
      }
      detail={
        <code>
          <Visible text={rule.text} />
        </code>
      }
      actions={
        onEdit && (
          <Button size="compact-sm" variant="default" onClick={onEdit}>
            Edit
          </Button>
        )
      }
    />
  );
}
