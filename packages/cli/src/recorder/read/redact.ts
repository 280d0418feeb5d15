import {
  createKnownSecrets,
  createRedactor,
  type Findings,
  secretVariables,
  strikeRecord,
} from '@debrief/redaction';
import type { SecretMemory } from '../spool/known-secrets.ts';
import type { RedactedMemory } from '../spool/redacted-words.ts';
import { addFindings } from '../spool/redaction-ledger.ts';
import { SecretFiles } from './secret-file.ts';
import { TimeUp, within } from './within.ts';

export interface Cleaned {
  /** The very same object when nothing was found. */
  record: unknown;
  /** Rule → how often. Empty when nothing was found. */
  rules: Findings;
}

export interface Redaction {
  /**
   * One for each record. `bytes` is about how large they are together: larger ones have more time. `source` is where they
   * come from: the result of a call is known by the call before it in the same source. `externalId` is the agent's own id
   * of the session.
   */
  clean(records: readonly unknown[], bytes: number, source?: string, externalId?: string): Cleaned[];
  /** Whether records of this source were cleaned before; else `recall` what stands before the next one. */
  knows(source: string): boolean;
  /** Looks at records that were sent before the recorder was started, for the calls whose results are still to come. */
  recall(records: readonly unknown[], source: string): void;
}

/** The rule under which words are counted that people took out of sessions on the server. */
export const MANUAL = 'manual';

/** The rule under which a record is counted that could not be redacted in time. */
export const WITHHELD = 'withheld';

/** Sent in place of such a record. */
export const withheldType = 'debrief/withheld';

/** A second is enough for 20 MB and more; whoever needs longer than this is caught in a record made for it. */
const patience = 3_000;
const patiencePerByte = 1 / 5_000;
const recalledBytes = 1_000_000;

/**
 * Everything that leaves the machine goes through here, before it is written anywhere. A record that cannot be redacted
 * in time does not leave: a marker goes in its place, and the record stays where the agent wrote it.
 */
export function createRedaction(
  machineKey: string,
  environment: NodeJS.ProcessEnv,
  options: {
    patience?: number;
    createRedactor?: typeof createRedactor;
    memory?: SecretMemory;
    redacted?: RedactedMemory;
  } = {},
): Redaction {
  const known = options.memory?.known ?? createKnownSecrets(machineKey);
  const literals = secretVariables(environment);
  const create = () => (options.createRedactor ?? createRedactor)({ machineKey, literals, known });
  // Made for the first record: its tables take several megabytes, which a recorder that waits does not need.
  let made: ReturnType<typeof create> | undefined;
  const redactor = () => {
    made ??= create();
    return made;
  };
  const secretFiles = new SecretFiles({
    strike: (output, source) => redactor().strike(output, source),
    learn: (text, rule) => redactor().learn(text, rule),
  });
  const cleanOne = (record: unknown, source: string | undefined, externalId?: string): Cleaned => {
    const words = options.redacted?.wordsOf(externalId);
    const struck = words ? strikeRecord(record, words) : { value: record, count: 0 };
    const stripped = secretFiles.strip(struck.value, source);
    const { value, findings } = redactor().redact(stripped.record);
    const rules = addFindings(findings, stripped.found);
    return { record: value, rules: struck.count > 0 ? { ...rules, [MANUAL]: struck.count } : rules };
  };
  const inTime = (
    records: readonly unknown[],
    bytes: number,
    source?: string,
    externalId?: string,
  ): Cleaned[] | undefined => {
    try {
      return within((options.patience ?? patience) + bytes * patiencePerByte, () =>
        records.map((record) => cleanOne(record, source, externalId)),
      );
    } catch (error) {
      if (!(error instanceof TimeUp)) throw error;
      // It was ended in the middle, and may remember half of what it did.
      made = undefined;
      return undefined;
    }
  };
  return {
    knows: (source) => secretFiles.knows(source),
    recall(records, source) {
      inTime(records, recalledBytes, source);
    },
    clean(records, bytes, source, externalId) {
      if (records.length === 0) return [];
      // Each one alone when they took too long together. A single one has a second try, too: the machine may have slept.
      const cleaned =
        inTime(records, bytes, source, externalId) ??
        records.map(
          (record) =>
            inTime([record], bytes, source, externalId)?.[0] ?? {
              record: withheld(),
              rules: { [WITHHELD]: 1 },
            },
        );
      options.memory?.keep();
      return cleaned;
    },
  };
}

const withheld = () => ({
  type: withheldType,
  reason: 'This record could not be searched for secrets in time. It stays on the machine where it was made.',
});

/** Only for measuring and showing: the recorder itself offers no way to turn redaction off. */
export const noRedaction = (): Redaction => ({
  clean: (records) => records.map((record) => ({ record, rules: nothing })),
  knows: () => true,
  recall() {},
});

const nothing: Findings = {};
