import type { SessionLeak } from '@debrief/contract';
import { createRedactor, type Findings, type Redactor } from '@debrief/redaction';

/**
 * The rules of the CLI without what only a machine knows: its environment's values and its key. Made when the first
 * event is looked at: its tables take a tenth of a second.
 */
let redactor: Redactor | undefined;

const maxRules = 50;

/** Counts what of a session looks like a secret that slipped through, by rule; the secret itself is not kept. */
export class LeakCount {
  readonly counts: Findings;

  constructor(counts: Findings = {}) {
    this.counts = { ...counts };
  }

  readonly look = (record: unknown): void => {
    redactor ??= createRedactor({ machineKey: '' });
    const findings = redactor.scan(record);
    for (const rule in findings) this.counts[rule] = (this.counts[rule] ?? 0) + (findings[rule] ?? 0);
  };

  /** The most frequent first. */
  list(): SessionLeak[] {
    return Object.entries(this.counts)
      .map(([rule, count]) => ({ rule, count }))
      .sort((a, b) => b.count - a.count || (a.rule < b.rule ? -1 : 1))
      .slice(0, maxRules);
  }
}
