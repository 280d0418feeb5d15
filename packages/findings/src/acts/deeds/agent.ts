import type { SimpleCommand } from '@debrief/shell';
import { type Classifier, isDryRun } from './deed.ts';

/** Coding agents that can be started from a shell. */
export const agents =
  /^(?:claude|claude-code|codex|gemini|gemini-cli|qwen|qwen-code|copilot|opencode|cursor-agent|cursor|amp|droid|aider|goose|crush|kimi|kiro-cli|q|vibe|cline|openhands|grok|auggie|hermes|pi)$/;

/** Options by which they no longer ask, of any of them. */
const bypass =
  /^--(?:dangerously-[\w-]{3,60}|yolo|allow-all(?:-tools|-paths|-urls)?|skip-permissions[\w-]{0,20}|trust-all-tools|always-approve|auto-approve(?:-all)?|yes-always|full-access)$/;
/** Options of a value: `--sandbox danger-full-access`, `--approval-mode=yolo`. */
const bypassValue =
  /^(?:--sandbox|-s|--permission-mode|--approval-mode|--ask-for-approval|--mode|-c|--config|--auto)[= ](?:danger-full-access|bypassPermissions|yolo|sandbox_mode=["']?danger-full-access["']?|high)$/;
/** One letter means something else with each. */
const short: Record<string, RegExp> = {
  gemini: /^-y$/,
  'gemini-cli': /^-y$/,
  qwen: /^-y$/,
  crush: /^-y$/,
  cline: /^-y$/,
  'cursor-agent': /^(?:-f|--force)$/,
  q: /^-a$/,
  aider: /^--yes$/,
};

/** Another agent is started without anybody to ask. */
export const unasking: Classifier = (command) => {
  const { name } = command;
  if (!agents.test(name) || command.isRemote || isDryRun(command)) return undefined;
  const option = bypassOption(command);
  return option === undefined
    ? undefined
    : {
        rule: 'mode.bypass',
        severity: 'medium',
        target: name,
        what: `Started ${name} with its permissions off (${option})`,
        wish: 'unasked',
      };
};

function bypassOption({ name, args }: SimpleCommand): string | undefined {
  const words = args.map(({ value }) => value);
  return words.find(
    (word, at) =>
      bypass.test(word) ||
      bypassValue.test(word) ||
      (at > 0 && bypassValue.test(`${words[at - 1]} ${word}`)) ||
      (Object.hasOwn(short, name) && short[name]?.test(word)),
  );
}
