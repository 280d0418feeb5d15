/** One character stands for each kind and outcome in a skeleton. */
export const skeletonCodes = {
  kinds: {
    prompt: 'p',
    reply: 'r',
    thinking: 't',
    plan: 'l',
    subagent: 'a',
    compaction: 'c',
    interruption: 'i',
    approval: 'v',
    decision: 'd',
    error: 'e',
    notice: 'n',
    'notice:context': 'x',
    unknown: 'u',
    'tool:shell': 'S',
    'tool:edit': 'E',
    'tool:write': 'W',
    'tool:read': 'R',
    'tool:search': 'F',
    'tool:web': 'N',
    'tool:todo': 'L',
    'tool:mcp': 'M',
    'tool:task': 'A',
    'tool:question': 'Q',
    'tool:other': 'O',
  },
  outcomes: { running: 'r', ok: 'o', error: 'e', denied: 'd', interrupted: 'i', unknown: 'u' },
} as const;

/** Bits of a flag; a flag is one digit of base64url. */
export const skeletonFlags = {
  error: 1,
  denied: 2,
  edit: 4,
  retracted: 8,
  decision: 16,
  clipped: 32,
} as const;
