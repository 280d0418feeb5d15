/** `# - errcheck`: a rule of a linter behind the sign of a comment. */
export function isRuleHidden(gone: readonly string[], added: readonly string[]): boolean {
  const hidden = new Set(
    added.slice(0, 200).map((line) => /^\s{0,20}(?:#|\/\/) ?(.{3,200})/.exec(line)?.[1]?.trim() ?? ''),
  );
  return gone
    .slice(0, 50)
    .some((line) => /[\w-]{3}/.test(line) && !/^\s{0,20}(?:#|\/\/)/.test(line) && hidden.has(line.trim()));
}
