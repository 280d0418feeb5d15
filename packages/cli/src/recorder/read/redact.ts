import { createRedactor, type Findings, secretVariables } from '@debrief/redaction';
import { withoutSecretFiles } from './secret-file.ts';

export interface Cleaned {
  /** The very same object when nothing was found. */
  record: unknown;
  /** Rule → how often. Empty when nothing was found. */
  rules: Findings;
}

export interface Redaction {
  clean(record: unknown): Cleaned;
}

/** Everything that leaves the machine goes through here, before it is written anywhere. */
export function createRedaction(machineKey: string, environment: NodeJS.ProcessEnv): Redaction {
  const redactor = createRedactor({ machineKey, literals: secretVariables(environment) });
  return {
    clean(record) {
      const stripped = withoutSecretFiles(record);
      const { value, findings } = redactor.redact(stripped.record);
      if (stripped.found > 0) findings['secret-file'] = stripped.found;
      return { record: value, rules: findings };
    },
  };
}

/** Only for measuring and showing: the recorder itself offers no way to turn redaction off. */
export const noRedaction = (): Redaction => ({ clean: (record) => ({ record, rules: nothing }) });

const nothing: Findings = {};
