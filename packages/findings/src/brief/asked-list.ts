import { gist, type Prompt } from '@debrief/transcript';
import { clipped } from '../acts/act.ts';
import { isAssent } from './assent.ts';
import { type Asked, type AskedPrompt, type Listed, type Phase, shown } from './brief.ts';

/** One prompt of a person, and what came of it. */
interface KeptPrompt extends AskedPrompt {
  /** Its number in the main conversation. */
  index: number;
  /** A command of the agent's own counts once something came of it. */
  isCommand: boolean;
  isAssent: boolean;
  isAnswered: boolean;
  calls: number;
  ms: number;
}

/** JSON through and through. */
export interface SavedAskedList {
  first: KeptPrompt[];
  last: KeptPrompt[];
  dropped: { prompts: number; directions: number };
}

const kept = { first: 20, last: 20 };
const longest = 240;

/** What people asked for: the first ones and the last ones, and how many were between. */
export class AskedList {
  readonly #first: KeptPrompt[];
  #last: KeptPrompt[];
  readonly #dropped: { prompts: number; directions: number };

  constructor(saved?: SavedAskedList) {
    this.#first = saved?.first.map((one) => ({ ...one })) ?? [];
    this.#last = saved?.last.map((one) => ({ ...one })) ?? [];
    this.#dropped = { ...(saved?.dropped ?? { prompts: 0, directions: 0 }) };
  }

  add({ text, origin, sequences, attachments = [] }: Prompt, index: number): void {
    const pasted = attachments.length > 0 ? `(${attachments[0]?.kind ?? 'file'})` : '';
    const line = gist(text, longest) || clipped(text.slice(0, 4 * longest), longest) || pasted;
    if (line === '') return;
    const one: KeptPrompt = {
      sequence: sequences[0] ?? 0,
      text: line.toWellFormed().replaceAll('\0', '\ufffd'),
      index,
      isCommand: origin === 'command',
      isAssent: isAssent(text.slice(0, 100)),
      isAnswered: false,
      calls: 0,
      ms: 0,
    };
    if (this.#first.length < kept.first) this.#first.push(one);
    else this.#last.push(one);
    if (this.#last.length <= kept.last) return;
    const gone = this.#last.shift();
    if (!gone || !isAsked(gone)) return;
    this.#dropped.prompts++;
    if (!gone.isAssent) this.#dropped.directions++;
  }

  /** A call that the last prompt led to. */
  call(): void {
    const last = this.#newest;
    if (!last) return;
    last.calls++;
    last.isAnswered = true;
  }

  reply(): void {
    const last = this.#newest;
    if (last) last.isAnswered = true;
  }

  spend(ms: number): void {
    const last = this.#newest;
    if (last) last.ms += ms;
  }

  retract(from: number): void {
    const stays = ({ index }: KeptPrompt) => index < from;
    this.#last = this.#last.filter(stays);
    // Prompts that are asked again after a rewind come where those stood.
    this.#first.splice(0, this.#first.length, ...this.#first.filter(stays));
  }

  asked(): Asked {
    const prompts = this.#all();
    const [first, ...later] = prompts;
    const directions = later.filter((one) => !one.isAssent);
    return {
      ...(first && { first: { sequence: first.sequence, text: first.text } }),
      later: {
        items: directions.slice(-shown.later).map(({ sequence, text }) => ({ sequence, text })),
        total: directions.length + this.#dropped.directions,
      },
      prompts: prompts.length + this.#dropped.prompts,
    };
  }

  phases(): Listed<Phase> {
    const phases = this.#all().map(
      ({ sequence, text, calls, ms }): Phase => ({
        of: 'prompt',
        text: text.slice(0, 120),
        sequence,
        calls,
        ms,
      }),
    );
    return { items: phases.slice(-shown.phases), total: phases.length + this.#dropped.prompts };
  }

  save(): SavedAskedList {
    return { first: this.#first, last: this.#last, dropped: this.#dropped };
  }

  get #newest(): KeptPrompt | undefined {
    return this.#last.at(-1) ?? this.#first.at(-1);
  }

  #all(): KeptPrompt[] {
    return [...this.#first, ...this.#last].filter(isAsked);
  }
}

const isAsked = ({ isCommand, isAnswered }: KeptPrompt): boolean => !isCommand || isAnswered;
