/** One line for each agent: where it writes, from the file that is named after it. */
export { aider } from './aider/aider.ts';
export { amp } from './amp/amp.ts';
export { claudeCode } from './claude-code/claude-code.ts';
export { cline } from './cline/cline.ts';
export { codex } from './codex/codex.ts';
export { copilotCli } from './copilot-cli/copilot-cli.ts';
export { cursor } from './cursor/cursor.ts';
export { droid } from './droid/droid.ts';
export { geminiCli } from './gemini-cli/gemini-cli.ts';
export { goose } from './goose/goose.ts';
export { kimiCode } from './kimi-code/kimi-code.ts';
export { kiroCli } from './kiro-cli/kiro-cli.ts';
export { opencode } from './opencode/opencode.ts';
export { pi } from './pi/pi.ts';
export { qwenCode } from './qwen-code/qwen-code.ts';
export { rooCode } from './roo-code/roo-code.ts';
export { vscodeCopilot } from './vscode-copilot/vscode-copilot.ts';
