import { controls } from './catalog/controls.ts';
import { gettingNowhere } from './catalog/getting-nowhere.ts';
import { losingThings } from './catalog/losing-things.ts';
import type { RuleInfo } from './catalog/rule-info.ts';
import { supplyChain } from './catalog/supply-chain.ts';
import { truth } from './catalog/truth.ts';

/** Every rule there is, by its id; the families in the order in which people see them. */
export const ruleCatalog = {
  ...losingThings,
  ...controls,
  ...truth,
  ...supplyChain,
  ...gettingNowhere,
} satisfies Record<string, RuleInfo>;

export type RuleId = keyof typeof ruleCatalog;
