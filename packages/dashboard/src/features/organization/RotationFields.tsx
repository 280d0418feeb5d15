import { limits, type ReviewPolicy } from '@debrief/contract';
import { NumberInput, Switch } from '@mantine/core';
import styles from './PolicyForm.module.css';

/** Whether members are asked in turn, and how often each. */
export function RotationFields(props: {
  rotation: ReviewPolicy['rotation'];
  onChange(rotation: ReviewPolicy['rotation']): void;
}) {
  const { rotation, onChange } = props;
  return (
    <fieldset className={styles.enter}>
      <legend>Reviewers by rotation</legend>
      <Switch
        label="Ask members in turn"
        description="As many as must accept: who knows the files and has little to do. Never the author, and nobody who is away (each sets that in their inbox). Whoever is asked reads why it was them."
        checked={rotation !== undefined}
        onChange={(event) => onChange(event.currentTarget.checked ? { perDay: 5 } : undefined)}
      />
      {rotation && (
        <NumberInput
          className={styles.number}
          label="Each at most so many times a day"
          min={1}
          max={limits.rotationPerDay}
          allowDecimal={false}
          value={rotation.perDay}
          onChange={(value) => typeof value === 'number' && onChange({ perDay: value })}
        />
      )}
    </fieldset>
  );
}
