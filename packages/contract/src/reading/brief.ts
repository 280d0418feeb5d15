import { type Static, Type } from 'typebox';
import { choice, id, timestamp } from '../field.ts';
import { Intervention, RunEvidence, Severity, Support } from '../findings/finding.ts';
import { OutcomeKind } from '../statistics.ts';
import { count, reading } from './reading.ts';

const sequence = Type.Integer({ minimum: 0, description: 'The event where that is to be seen.' });
const milliseconds = count;
const checkKind = choice(['tests', 'build', 'lint', 'types']);

/** Some of a list, and how many there are. */
const listed = <Item extends Parameters<typeof Type.Array>[0]>(item: Item) =>
  Type.Object({ items: Type.Array(item), total: count });

const prompt = Type.Object({ sequence, text: Type.String({ description: 'At most 240 characters.' }) });

export const BriefAsked = Type.Object({
  first: Type.Optional(prompt),
  later: Type.Object(
    { items: Type.Array(prompt), total: count },
    { description: 'Later prompts that ask for something else or more. “Yes, go on” is none.' },
  ),
  prompts: Type.Integer({ minimum: 0, description: 'All prompts of people.' }),
});

export const BriefDid = Type.Object({
  calls: count,
  work: Type.Array(
    Type.Object({
      kind: choice(['explored', 'planned', 'edited', 'ran', 'delegated', 'asked', 'answered']),
      calls: count,
      ms: milliseconds,
      sequence,
    }),
  ),
  phases: listed(
    Type.Object({
      of: choice(['plan', 'prompt'], "A step of the agent's plan, or what one prompt led to."),
      text: Type.String(),
      sequence,
      calls: count,
      ms: milliseconds,
      status: Type.Optional(choice(['pending', 'active', 'done', 'cancelled'])),
    }),
  ),
  subagents: listed(
    Type.Object({
      sequence,
      entry: Type.String({ description: 'Id of its entry in the transcript.' }),
      title: Type.String(),
      type: Type.Optional(Type.String()),
      calls: count,
      ms: Type.Optional(milliseconds),
      outcome: choice(['running', 'ok', 'error', 'denied', 'interrupted', 'unknown']),
      costUsd: Type.Optional(Type.Number()),
    }),
  ),
  runs: Type.Object(
    { items: Type.Array(Type.Object({ sequence, of: checkKind })), total: count },
    { description: 'Runs of tests, builds, linters and type checkers; the first is listed.' },
  ),
});

export const BriefChanged = Type.Object({
  files: listed(
    Type.Object({
      path: Type.String(),
      added: count,
      removed: count,
      edits: count,
      sequence: Type.Optional(sequence),
    }),
  ),
  linesAdded: count,
  linesRemoved: count,
  commits: listed(Type.Object({ sequence, hash: Type.Optional(Type.String()) })),
  pullRequests: listed(Type.Object({ sequence, url: Type.String() })),
});

export const BriefProved = Type.Object({
  checks: Type.Array(
    Type.Object({
      of: checkKind,
      state: choice(
        ['passed', 'failed', 'edited', 'partly', 'not-run', 'unreadable'],
        'How that check stands at the end. Only `passed` is proven: `edited` means that files were changed since, `partly` that a part ran.',
      ),
      run: RunEvidence,
    }),
  ),
  claims: Type.Integer({ minimum: 0, description: 'What the agent said of its checks.' }),
  supported: count,
  unproven: listed(
    Type.Object({
      sequence,
      of: checkKind,
      about: choice(['pass', 'dismissal']),
      text: Type.String(),
      support: Support,
      run: Type.Optional(Type.Integer({ minimum: 0, description: 'The run it is held against.' })),
    }),
  ),
});

export const BriefSteppedIn = Type.Object({
  denied: count,
  interrupted: count,
  corrected: count,
  sentBack: count,
  items: Type.Array(
    Type.Object({
      sequence: Intervention.properties.sequence,
      what: Intervention.properties.what,
      words: Intervention.properties.words,
      wordsAt: Intervention.properties.wordsAt,
    }),
  ),
});

export const BriefOpen = Type.Object({
  findings: Type.Object({
    high: count,
    medium: count,
    low: count,
    top: Type.Array(Type.Object({ rule: Type.String(), severity: Severity, sequence, title: Type.String() })),
  }),
  plan: Type.Optional(
    Type.Object(
      { sequence, total: count, left: listed(Type.String()) },
      {
        description: "The agent's last plan, when something of it is not done.",
      },
    ),
  ),
  question: Type.Optional(Type.Object({ sequence, text: Type.String() })),
  threads: Type.Object({
    items: Type.Array(Type.Object({ threadId: id('`thr_…`'), sequence })),
    total: Type.Integer({ minimum: 0, description: 'Threads that nobody has resolved.' }),
  }),
});

export const BriefCost = Type.Object({
  usd: Type.Optional(Type.Number()),
  isPartial: Type.Boolean({ description: 'Some model has no known price.' }),
  tokens: count,
  startedAt: Type.Optional(timestamp),
  endedAt: Type.Optional(timestamp),
  activeMs: Type.Optional(
    Type.Integer({
      minimum: 0,
      description: 'Time in which somebody was at work. Waiting for a person is not, nor is a closed laptop.',
    }),
  ),
  waitingMs: Type.Optional(count),
});

const span = Type.Array(Type.Integer(), { minItems: 4, maxItems: 4 });
const spans = Type.Array(span, {
  description: 'Each from, to, the first event of it, and how many it stands for.',
});

/** Extension: a session over time, in milliseconds since 1970; so few spans that they can be drawn. */
export const BriefStrip = Type.Object({
  active: Type.Array(Type.Array(Type.Integer(), { minItems: 2, maxItems: 2 }), {
    description: 'From and to: when somebody was at work.',
  }),
  lanes: Type.Object({
    prompts: spans,
    edits: spans,
    commands: spans,
    failures: spans,
    waiting: { ...spans, description: 'When a person was waited for; the event is the prompt that came.' },
  }),
  subagents: Type.Array(
    Type.Object({ from: Type.Integer(), to: Type.Integer(), sequence, title: Type.String() }),
    { description: 'When each of the first sixty sub-agents worked.' },
  ),
  slowest: Type.Array(Type.Object({ sequence, text: Type.String(), ms: milliseconds })),
  places: Type.Array(Type.Array(Type.Integer(), { minItems: 2, maxItems: 2 }), {
    description: 'Time and event, every so many events: a time leads to an event near it.',
  }),
});
export type BriefStrip = Static<typeof BriefStrip>;

/** Extension: one screen of a session. Every part names the event it comes from. */
export const Brief = Type.Object({
  outcome: Type.Object({
    kind: OutcomeKind,
    reason: Type.String({ description: 'In words.' }),
    sequence: Type.Optional(sequence),
  }),
  asked: BriefAsked,
  did: BriefDid,
  changed: BriefChanged,
  proved: BriefProved,
  steppedIn: BriefSteppedIn,
  open: BriefOpen,
  cost: BriefCost,
  strip: Type.Optional(BriefStrip),
});
export type Brief = Static<typeof Brief>;

export const BriefAnswer = Type.Object({
  ...reading,
  brief: Type.Optional(Brief),
});
export type BriefAnswer = Static<typeof BriefAnswer>;
