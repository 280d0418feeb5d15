/** How the server's ids look. What does not look like one never becomes part of a path or a file name. */
const patterns = {
  environment: /^env_[0-9A-Za-z]{1,64}$/,
  installation: /^ins_[0-9A-Za-z]{1,64}$/,
  session: /^ses_[0-9A-Za-z]{1,64}$/,
} as const;

export const isId = (kind: keyof typeof patterns, value: unknown): value is string =>
  typeof value === 'string' && patterns[kind].test(value);
