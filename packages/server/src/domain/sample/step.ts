/** What happens in a sample session, told once for every agent; a writer turns it into that agent's own records. */
export type SampleStep =
  | { kind: 'prompt'; text: string }
  | { kind: 'think'; text: string }
  | { kind: 'reply'; text: string }
  | { kind: 'shell'; command: string; output: string; exitCode?: number }
  | { kind: 'read'; path: string; content: string }
  | { kind: 'edit'; path: string; before: string; after: string }
  | { kind: 'write'; path: string; content: string }
  | { kind: 'todo'; items: [text: string, status: 'pending' | 'in_progress' | 'completed'][] }
  | { kind: 'subagent'; name: string; prompt: string; steps: SampleStep[]; result: string }
  | { kind: 'compact'; summary: string };

export interface Setting {
  /** The agent's own session id. */
  id: string;
  cwd: string;
  branch: string;
  /** When the first step happens, epoch milliseconds. */
  at: number;
  /** Seconds from one step to the next. */
  pace: number;
}

export type WriteRecords = (steps: readonly SampleStep[], setting: Setting) => object[];

/** Counts time and names things: the same setting gives the same records, so that loading twice is a retry. */
export class Pencil {
  readonly setting: Setting;
  #now: number;
  #serial = 0;

  constructor(setting: Setting) {
    this.setting = setting;
    this.#now = setting.at;
  }

  /** The time of the next record; uneven, as time is. */
  time(): string {
    this.#now += Math.round(this.setting.pace * 1000 * (0.4 + ((this.#serial * 7) % 11) / 9));
    return new Date(this.#now).toISOString();
  }

  name(prefix: string): string {
    return `${prefix}${this.setting.id}-${++this.#serial}`;
  }

  path(relative: string): string {
    return `${this.setting.cwd}/${relative}`;
  }
}

/** Roughly what such a text costs. */
export const tokensOf = (text: string): number => Math.ceil(text.length / 4);
