import type { ContentFigures, RecordFigures } from '@debrief/contract';
import type { Measures } from './measures.ts';

export const presentRecord = (sums: Measures): RecordFigures => ({
  sessions: sums.sessions,
  tokens: sums.tokens,
  costUsd: sums.cost / 1e6,
  unpriced: sums.unpriced,
  prompts: sums.prompts,
  refused: sums.refused,
  edits: sums.edits,
  activeMs: sums.active_ms,
  findings: {
    losing: sums.found_losing,
    controls: sums.found_controls,
    truth: sums.found_truth,
    secrets: sums.found_secrets,
    nowhere: sums.found_nowhere,
    team: sums.found_team,
  },
  confirmed: sums.confirmed,
  setAside: sums.set_aside,
  loops: sums.loops,
});

export const presentContent = (sums: Measures): ContentFigures => ({
  sessions: sums.sessions,
  reviewed: sums.reviewed,
  waited: {
    h1: sums.waited_1,
    h4: sums.waited_4,
    h8: sums.waited_8,
    h24: sums.waited_24,
    h48: sums.waited_48,
    h72: sums.waited_72,
    h168: sums.waited_168,
    longer: sums.waited_longer,
  },
  followUps: sums.follow_ups,
  openThreads: sums.open_threads,
  claims: {
    supported: sums.supported,
    edited: sums.edited_since,
    none: sums.unsupported,
    contradicted: sums.contradicted,
    other: sums.other_claims,
  },
  coded: sums.coded,
  tested: sums.tested,
  red: sums.red,
  interrupted: sums.interrupted,
  corrected: sums.corrected,
  compactions: sums.compactions,
});
