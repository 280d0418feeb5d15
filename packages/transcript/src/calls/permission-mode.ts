/**
 * Modes in which an agent does everything without asking, in each agent's own words: Claude Code
 * (`bypassPermissions`), Codex (its approval policy and its sandbox, as `codexMode` joins them), Copilot CLI
 * (`allow all`), and those that call it yolo.
 */
const unasked = /^(?:bypassPermissions|never, danger-full-access|allow all|yolo|auto-high)$/;

export const asksNobody = (mode: string): boolean => unasked.test(mode);
