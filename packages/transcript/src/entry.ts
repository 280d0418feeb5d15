/**
 * What people read. Every agent's records become a list of these, in the order they happened.
 * Entries are plain JSON and are replaced, never mutated, when a later record completes them,
 * so a view may compare by identity.
 */

/** One stored event of a session; `payload` is the agent's record verbatim (or an envelope, see envelope.ts). */
export interface TranscriptEvent {
  sequence: number;
  eventType: string;
  payload: unknown;
  createdAt?: string;
}

interface Base {
  /** Stable over feeds and reloads: the first event's sequence and a running number within it. */
  id: string;
  /** Every event that contributed to the entry, ascending. */
  sequences: number[];
  /** When it happened by the agent's own clock, ISO 8601; absent where the agent records no time. */
  at?: string;
  /** The sub-agent that did it; absent in the main conversation. */
  lane?: string;
  model?: string;
  /** The agent later rewound past this entry: it happened, but is no longer part of the conversation. */
  retracted?: true;
}

export interface Attachment {
  kind: 'image' | 'file' | 'audio';
  mediaType?: string;
  name?: string;
  /** Base64 or URL as recorded; a reference to the record's own string, not a copy. */
  data?: string;
}

export type Outcome = 'running' | 'ok' | 'error' | 'denied' | 'interrupted' | 'unknown';

export const toolKinds = [
  'shell',
  'edit',
  'write',
  'read',
  'search',
  'web',
  'todo',
  'mcp',
  'task',
  'question',
  'other',
] as const;
export type ToolKind = (typeof toolKinds)[number];

/** A call paired with its result. */
export interface Call {
  /** The tool's name as the agent wrote it. */
  name: string;
  /** One line for people: the command, the path, the query. */
  title: string;
  input?: unknown;
  output?: string;
  outcome: Outcome;
  exitCode?: number;
  durationMs?: number;
}

export interface Hunk {
  oldStart: number;
  oldLines: number;
  newStart: number;
  newLines: number;
  /** Each line begins with ' ', '+' or '-'. */
  lines: string[];
  /** Places in `lines` whose white space at the beginning is not the file's own: the agent recorded only a rendered form. */
  unsure?: number[];
}

/** Where a change's hunks come from; computed on demand so that no text is held twice. */
export type ChangeSource =
  | {
      kind: 'hunks';
      hunks: Hunk[];
      /** Digests of the whole file before and after, where the record holds it. */
      before?: number;
      after?: number;
      /** The edit's own texts, where they can tell what is unsure in the hunks. */
      pairs?: [before: string, after: string][];
      all?: true;
    }
  | { kind: 'replace'; pairs: [before: string, after: string][]; all?: true }
  | { kind: 'content'; text: string }
  /** `rendered`: made to be looked at; its white space need not be the file's own. */
  | { kind: 'patch'; text: string; rendered?: true }
  | { kind: 'none' };

export interface FileChange {
  path: string;
  change: 'add' | 'update' | 'delete' | 'move';
  movedTo?: string;
  added: number;
  removed: number;
  source: ChangeSource;
}

export interface PlanItem {
  text: string;
  status: 'pending' | 'active' | 'done' | 'cancelled';
}

export interface Prompt extends Base {
  kind: 'prompt';
  text: string;
  origin: 'human' | 'queued' | 'command' | 'agent';
  attachments?: Attachment[];
}
export interface Reply extends Base {
  kind: 'reply';
  text: string;
  attachments?: Attachment[];
}
export interface Thinking extends Base {
  kind: 'thinking';
  text: string;
  /** The agent recorded that it thought, but not what. */
  hidden?: true;
}
export interface Tool extends Base, Call {
  kind: 'tool';
  tool: ToolKind;
  changes?: FileChange[];
  attachments?: Attachment[];
}
export interface Plan extends Base, Call {
  kind: 'plan';
  tool: 'todo';
  items: PlanItem[];
  text?: string;
}
export interface Subagent extends Base, Call {
  kind: 'subagent';
  tool: 'task';
  /** Lane of the nested entries; absent until the sub-agent's own records arrive. */
  agentId?: string;
  agentType?: string;
  prompt?: string;
  entries: Entry[];
  /** Id of the other half when call and transcript could not be joined in time. */
  link?: string;
}
export interface Compaction extends Base {
  kind: 'compaction';
  text: string;
  trigger?: string;
  tokensBefore?: number;
  tokensAfter?: number;
}
export interface Interruption extends Base {
  kind: 'interruption';
  text: string;
}
export interface Approval extends Base {
  kind: 'approval';
  decision: 'requested' | 'approved' | 'denied' | 'unknown';
  text: string;
}
export interface Question {
  /** The agent's own name of the question, where answers refer to it. */
  id?: string;
  question: string;
  header?: string;
  options: { label: string; description?: string }[];
  /** Several options may be chosen. */
  multiple?: true;
  /** What the person answered: labels of options, or their own words. */
  chosen: string[];
}
/**
 * What a person decided: a question answered, a plan approved or sent back, a call refused, a permission mode switched.
 * Of a question and a plan it is the call itself; a refusal is an entry beside the refused call (`call` is its id).
 */
export interface Decision extends Base, Call {
  kind: 'decision';
  tool: ToolKind;
  about: 'question' | 'plan' | 'permission' | 'mode';
  verdict: 'waiting' | 'answered' | 'approved' | 'denied' | 'sent-back' | 'dismissed' | 'switched';
  /** The plan, or what was asked for. */
  text: string;
  questions?: Question[];
  /** What the person said with it. */
  words?: string;
  /** The permission mode that was switched to. */
  mode?: string;
  /** Id of the call that was refused. */
  call?: string;
}
export interface Failure extends Base {
  kind: 'error';
  text: string;
  code?: string;
}
export interface Notice extends Base {
  kind: 'notice';
  label: string;
  text: string;
  /** `context` is what the agent's harness told the model; a view may fold it away. */
  level: 'info' | 'context' | 'warning';
  data?: unknown;
}
/** A record this version cannot name. Raw JSON kept, nothing lost. */
export interface Unknown extends Base {
  kind: 'unknown';
  label: string;
  text: string;
  raw: unknown;
}

export type Entry =
  | Prompt
  | Reply
  | Thinking
  | Tool
  | Plan
  | Subagent
  | Compaction
  | Interruption
  | Approval
  | Decision
  | Failure
  | Notice
  | Unknown;
export type EntryKind = Entry['kind'];

export const entryKinds: readonly EntryKind[] = [
  'prompt',
  'reply',
  'thinking',
  'tool',
  'plan',
  'subagent',
  'compaction',
  'interruption',
  'approval',
  'decision',
  'error',
  'notice',
  'unknown',
];

/** An entry before the reader numbers it. */
type Fresh<E> = E extends Entry ? Omit<E, 'id' | 'sequences' | 'lane'> : never;
export type Draft = Fresh<Entry>;
