import type { Severity } from '../../finding.ts';
import type { RuleId } from '../../rules/catalog.ts';
import { green, type PlantedStep, run } from '../step.ts';

/** A session in which a rule has something to find. */
export interface Planted {
  rule: RuleId;
  /** As severe at least. */
  severity: Severity;
  steps: readonly PlantedStep[];
}

/** A session that only looks like it: nothing in it is worth a medium finding. */
export interface LookAlike {
  /** What it looks like. */
  of: RuleId;
  /** A finding that is right all the same, such as a leased push, which is medium by intention. */
  allowed?: RuleId;
  steps: readonly PlantedStep[];
}

type Story = string | readonly PlantedStep[];

const stepsOf = (story: Story): readonly PlantedStep[] => (typeof story === 'string' ? [run(story)] : story);

/** A word is a command; a list is a whole session. */
export const planted = (rule: RuleId, severity: Severity, stories: readonly Story[]): Planted[] =>
  stories.map((story) => ({ rule, severity, steps: stepsOf(story) }));

export const lookAlikes = (of: RuleId, stories: readonly Story[], allowed?: RuleId): LookAlike[] =>
  stories.map((story) => ({ of, steps: stepsOf(story), ...(allowed && { allowed }) }));

/** Edits whose tests ran well afterwards, so that only the edit itself can be found. */
export const tested = (...steps: PlantedStep[]): PlantedStep[] => [...steps, green];

export const lines = (count: number, text = 'const value'): string =>
  Array.from({ length: count }, (_, index) => `${text}${index} = ${index};`).join('\n');
