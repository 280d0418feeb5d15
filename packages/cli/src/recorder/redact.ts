import { createRedactor, secretVariables } from '@debrief/redaction';
import { withoutSecretFiles } from './secret-file.ts';

export interface Redaction {
  /** The same object when nothing was found. */
  clean(record: unknown): unknown;
  /** Rule → how often, since the start. */
  counts: Record<string, number>;
}

/** Everything that leaves the machine goes through here, before it is written anywhere. */
export function createRedaction(machineKey: string, environment: NodeJS.ProcessEnv): Redaction {
  const redactor = createRedactor({ machineKey, literals: secretVariables(environment) });
  const counts: Record<string, number> = {};
  return {
    counts,
    clean(record) {
      const stripped = withoutSecretFiles(record);
      if (stripped.found > 0) counts['secret-file'] = (counts['secret-file'] ?? 0) + stripped.found;
      const { value, findings } = redactor.redact(stripped.record);
      for (const rule in findings) counts[rule] = (counts[rule] ?? 0) + (findings[rule] ?? 0);
      return value;
    },
  };
}

/** Only for measuring: the recorder itself offers no way to turn redaction off. */
export const noRedaction = (): Redaction => ({ clean: (record) => record, counts: {} });
