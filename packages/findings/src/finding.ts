/** Raised when the rules would come to something else. */
export const findingsVersion = 32;

/** How soon a person should look. There is no score: nobody can argue with a number. */
export type Severity = 'high' | 'medium' | 'low';

export const severities: readonly Severity[] = ['high', 'medium', 'low'];

/** A place in the session that shows what the finding says. */
export interface Evidence {
  sequence: number;
  /** What is to be seen there, such as `edit src/a.ts`. */
  label: string;
}

/** Something a rule found. Identified by (rule, sequence), which a rebuild does not change. */
export interface Finding {
  rule: string;
  severity: Severity;
  /** Where it happened first. */
  sequence: number;
  /** Everywhere it happened, ascending, at most `maxSequences`. */
  sequences: number[];
  /** The sub-agent that did it; absent in the main conversation. */
  lane?: string;
  /** One sentence that names what happened. Safe to show: it holds at most a short piece of a command. */
  why: string;
  evidence: Evidence[];
  facts: Record<string, string | number | boolean>;
  /** A rule of the team's own found it: what it is called and how it reads. */
  team?: { title: string; text: string };
}

export const maxSequences = 50;
export const maxEvidence = 10;

/** What a session's records do not let anybody judge. */
export interface NotJudged {
  what: string;
  because: string;
}
