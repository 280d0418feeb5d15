import type { Json } from './json.ts';
import type { LaneStart } from './pen/lane-pen.ts';
import type { Pen } from './pen.ts';

/** How one coding agent's records are read. Nothing here may throw on odd input or keep state of its own. */
export interface AgentReader {
  id: string;
  /** The sub-agent a record belongs to, where the record itself says so. */
  lane?(record: Json, pen: Pen): LaneStart | undefined;
  /** What a record says to a sub-agent whose file the CLI had to mark, to find the call that started it. */
  prompt?(record: Json): string | undefined;
  /** Identity of a record that the agent may write twice. */
  key?(record: Json): string | undefined;
  /** When it happened. Default: `timestamp`. */
  time?(record: Json): string | undefined;
  /** Writes entries, or calls `pen.meta`. A record that does neither becomes an `unknown` entry. */
  read(record: Json, pen: Pen): void;
  /** The same for a record that is plain text. */
  line?(text: string, pen: Pen): void;
}
