/** A small session, written by hand. */
export const records: unknown[] = [
  { type: 'metadata', protocol_version: '1.4', created_at: 1_780_300_800_000 },
  {
    type: 'turn.prompt',
    input: [{ type: 'text', text: 'List' }],
    origin: { kind: 'user' },
    time: 1_780_300_800_001,
  },
];
