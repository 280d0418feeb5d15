import { limits, type TeamRule } from '@debrief/contract';
import { completionsOf, parseTeamRule, TeamRuleFault } from '@debrief/findings/team-rule';
import { Autocomplete, Button, NativeSelect, Switch, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { BacktestResult } from './BacktestResult.tsx';
import styles from './Rules.module.css';
import { nameOf } from './rule-name.ts';

interface EditorProps {
  rule: TeamRule;
  /** Names of the others. */
  taken: string[];
  isSaving: boolean;
  onSave(rule: TeamRule): void;
  onRemove?(): void;
  onCancel(): void;
}

/** What is wrong with a text, or nothing. */
function faultOf(text: string): string | undefined {
  try {
    parseTeamRule(text);
    return undefined;
  } catch (error) {
    if (error instanceof TeamRuleFault) return error.message;
    throw error;
  }
}

/** Writes one rule: it is tried before it can be switched on. */
export function TeamRuleEditor({ rule, taken, isSaving, onSave, onRemove, onCancel }: EditorProps) {
  const [draft, setDraft] = useState(rule);
  /** The text that was tried last. */
  const [tried, setTried] = useState(rule.isOn ? rule.text : undefined);
  const change = (part: Partial<TeamRule>) => setDraft((old) => ({ ...old, ...part }));
  const fault = draft.text === '' ? undefined : faultOf(draft.text);
  const whole: TeamRule = { ...draft, name: rule.name || nameOf(draft.title, taken) };
  const isWhole = draft.text !== '' && !fault && draft.title.trim() !== '' && draft.sentence.trim() !== '';
  const mayBeOn = tried === draft.text;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isWhole) onSave({ ...whole, isOn: draft.isOn && mayBeOn });
  };
  // What was typed stays in front of what may come next.
  const begun = /\s$/.test(draft.text) ? draft.text : draft.text.slice(0, draft.text.lastIndexOf(' ') + 1);
  const next = completionsOf(draft.text).map((word) => `${begun}${word}`);
  return (
    <form className={styles.editor} data-testid="team-rule" onSubmit={submit}>
      <Autocomplete
        label="The rule"
        description='Such as: when commit unless ran "make lint" since the last edit'
        placeholder="when …"
        required
        maxLength={limits.teamRuleText}
        value={draft.text}
        data={next}
        filter={({ options }) => options}
        error={fault}
        classNames={{ input: styles.rule ?? '' }}
        onChange={(text) => change({ text: text.replace('"…"', '"') })}
      />
      <Words draft={draft} onChange={change} />
      {isWhole && (
        <BacktestResult
          key={draft.text}
          request={{ teamRule: { ...whole, isOn: true } }}
          onDone={() => setTried(draft.text)}
        />
      )}
      <Switch
        label="On"
        description={mayBeOn ? undefined : 'Try it on your sessions first.'}
        disabled={!mayBeOn}
        checked={draft.isOn && mayBeOn}
        onChange={(event) => change({ isOn: event.currentTarget.checked })}
      />
      <div className={styles.buttons}>
        <Button type="submit" loading={isSaving} disabled={!isWhole}>
          Save the rule
        </Button>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        {onRemove && (
          <Button variant="subtle" color="red" onClick={onRemove}>
            Remove it
          </Button>
        )}
      </div>
    </form>
  );
}

function Words({ draft, onChange }: { draft: TeamRule; onChange(part: Partial<TeamRule>): void }) {
  return (
    <div className={styles.lists}>
      <TextInput
        label="Title"
        placeholder="Commit without lint"
        required
        maxLength={limits.teamRuleTitle}
        value={draft.title}
        onChange={(event) => onChange({ title: event.currentTarget.value })}
      />
      <TextInput
        label="What a finding says"
        placeholder="Committed without make lint since the last edit."
        required
        maxLength={limits.teamRuleSentence}
        value={draft.sentence}
        onChange={(event) => onChange({ sentence: event.currentTarget.value })}
      />
      <NativeSelect
        label="Severity"
        value={draft.severity}
        data={[
          { value: 'high', label: 'High' },
          { value: 'medium', label: 'Medium' },
          { value: 'low', label: 'Low' },
        ]}
        onChange={(event) => onChange({ severity: event.currentTarget.value as TeamRule['severity'] })}
      />
    </div>
  );
}
