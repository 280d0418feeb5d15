import type { ModelUsage } from './usage.ts';

export interface Cost {
  currency: 'USD';
  /** `reported` + `estimated`. A floor, not a total, while `unknownModels` is not empty. */
  total: number;
  /** What the agent itself recorded. */
  reported: number;
  /** List price of what is in `reported`; absent where nothing is, or not all of it has a list price. */
  listed?: number;
  /** List price of the requests without a recorded cost; not what a subscription pays. */
  estimated: number;
  /** What the vendor counts instead of dollars, in its own unit. */
  credits?: number;
  /** Models that used tokens and have no known price. */
  unknownModels: string[];
}

export function costOf(models: ReadonlyMap<string, ModelUsage>): Cost {
  const sum = { reported: 0, estimated: 0, listed: 0, unlisted: 0, credits: 0 };
  const unknownModels: string[] = [];
  for (const [model, usage] of models) {
    for (const part of Object.keys(sum) as (keyof typeof sum)[]) sum[part] += usage[part];
    if (usage.unpriced > 0) unknownModels.push(model);
  }
  const { reported, estimated, listed, unlisted, credits } = sum;
  return {
    currency: 'USD',
    total: reported + estimated,
    reported,
    ...(reported > 0 && unlisted === 0 && { listed }),
    estimated,
    ...(credits > 0 && { credits }),
    unknownModels,
  };
}
