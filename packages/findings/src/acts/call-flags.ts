/** Outside the agent's sandbox: Claude Code's and Codex' own words for it, and ours once it has been read. */
export function isUnconfined(input: unknown): boolean {
  const {
    dangerouslyDisableSandbox,
    sandbox_permissions,
    with_escalated_permissions,
    isUnconfined: known,
  } = record(input);
  return (
    dangerouslyDisableSandbox === true ||
    sandbox_permissions === 'require_escalated' ||
    with_escalated_permissions === true ||
    known === true
  );
}

/** The call returns and the program goes on. */
export function isLeftRunning(input: unknown): boolean {
  const { run_in_background, is_background, isBackground, mode, detach } = record(input);
  return (
    run_in_background === true ||
    is_background === true ||
    isBackground === true ||
    mode === 'async' ||
    detach === true
  );
}

const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
