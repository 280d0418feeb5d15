import type { Rule } from '../rule.ts';
import { aiFormats } from './formats/ai.ts';
import { messagingFormats, paymentFormats } from './formats/business.ts';
import { calledFormats } from './formats/called.ts';
import { cloudFormats } from './formats/cloud.ts';
import { forgeFormats } from './formats/forge.ts';
import { newerFormats } from './formats/newer.ts';
import { observationFormats, servicesFormats } from './formats/service.ts';
import { walletFormats } from './formats/wallet.ts';

/** Known formats that secretlint's preset misses, takes too narrowly, or finds only between blanks. */
export const formatRules: readonly Rule[] = [
  ...aiFormats,
  ...cloudFormats,
  ...forgeFormats,
  ...messagingFormats,
  ...paymentFormats,
  ...observationFormats,
  ...servicesFormats,
  ...walletFormats,
  ...newerFormats,
  ...calledFormats,
];
