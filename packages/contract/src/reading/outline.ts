import { type Static, Type } from 'typebox';
import { timestamp } from '../field.ts';
import { limits } from '../limits.ts';
import { count, lane, reading } from './reading.ts';

const turnTokens = Type.Object({ input: count, output: count, cache: count });

export const TranscriptLane = Type.Object({
  lane,
  agentId: Type.String({ description: "The agent's own name of the sub-agent." }),
  entry: Type.String({ description: 'Id of the entry that stands for the sub-agent in its parent.' }),
  parent: Type.Integer({ minimum: 0, description: 'Lane that entry is in.' }),
  total: count,
  tokens: Type.Optional(turnTokens),
  costUsd: Type.Optional(
    Type.Number({ description: 'Like `tokens`: of the sub-agent and of those it started itself.' }),
  ),
  costIsPartial: Type.Optional(Type.Boolean()),
});
export type TranscriptLane = Static<typeof TranscriptLane>;

export const Turn = Type.Object({
  turn: Type.Integer({ minimum: 0 }),
  prompt: Type.Optional(
    Type.Object({
      id: Type.String(),
      index: count,
      sequence: count,
      origin: Type.String(),
      text: Type.String({ description: 'First line, at most 300 characters.' }),
    }),
  ),
  entries: count,
  steps: count,
  edits: count,
  files: Type.Integer({ minimum: 0, description: 'Files changed.' }),
  errors: count,
  denials: count,
  decisions: count,
  subagents: count,
  compactions: count,
  commits: count,
  requests: count,
  tokens: turnTokens,
  costUsd: Type.Optional(Type.Number()),
  costIsPartial: Type.Boolean(),
  startedAt: Type.Optional(timestamp),
  endedAt: Type.Optional(timestamp),
  durationMs: Type.Optional(count),
  answer: Type.Optional(
    Type.String({ description: 'First line of the last reply, at most 300 characters.' }),
  ),
});
export type Turn = Static<typeof Turn>;

export const GetOutline = Type.Object({
  from: Type.Optional(Type.Integer({ minimum: 0, description: 'Number of the first turn. Default 0.' })),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      description: `Turns. Default ${limits.outlineTurns.default}; more than ${limits.outlineTurns.max} is clamped.`,
    }),
  ),
});
export type GetOutline = Static<typeof GetOutline>;

export const Outline = Type.Object({
  ...reading,
  from: count,
  totalTurns: count,
  turns: Type.Array(Turn),
  totalLanes: count,
  lanes: Type.Array(TranscriptLane, { description: 'Of sub-agents, the first thousand.' }),
  total: Type.Integer({ minimum: 0, description: 'Entries of the main conversation.' }),
});
export type Outline = Static<typeof Outline>;
