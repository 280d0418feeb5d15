import type { ModelUsage } from './usage.ts';

export interface Cost {
  currency: 'USD';
  /** `reported` + `estimated`. A floor, not a total, while `unknownModels` is not empty. */
  total: number;
  /** What the agent itself recorded. */
  reported: number;
  /** List price of the requests without a recorded cost; not what a subscription pays. */
  estimated: number;
  /** Models that used tokens and have no known price. */
  unknownModels: string[];
}

export function costOf(models: ReadonlyMap<string, ModelUsage>): Cost {
  let reported = 0;
  let estimated = 0;
  const unknownModels: string[] = [];
  for (const [model, usage] of models) {
    reported += usage.reported;
    estimated += usage.estimated;
    if (usage.unpriced > 0) unknownModels.push(model);
  }
  return { currency: 'USD', total: reported + estimated, reported, estimated, unknownModels };
}
