/**
 * What a call that an agent calls good says about the exit code of its command. Where the exit code is in the record,
 * the reader of the transcript or `answer.ts` has it already; this is about calls without one.
 */
const okIsZero = new Set([
  // Marks a result as an error when the exit code is not 0.
  'claude-code',
  'pi',
  'gemini-cli',
  'qwen-code',
  'droid',
  'amp',
  'antigravity',
  'mistral-vibe',
  'crush',
]);

/** Of an agent that nobody knows, and of one that calls every command good, nothing follows. */
export const isOkZero = (agent: string | undefined): boolean => agent === undefined || okIsZero.has(agent);
