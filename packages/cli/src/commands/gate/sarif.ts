import type { GateAnswer } from '@debrief/contract';

const levels = { high: 'error', medium: 'warning', low: 'note' } as const;

/** SARIF 2.1.0. A finding is about a session; it stands at the first file of the commit that the session led to. */
export function sarifOf({ sessions }: GateAnswer, files: ReadonlyMap<string, string>) {
  const found = sessions.flatMap((session) => session.findings.map((finding) => ({ session, finding })));
  const rules = new Map(found.map(({ finding: { rule, title } }) => [rule, title]));
  return {
    $schema: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'Debrief',
            rules: [...rules].map(([id, text]) => ({ id, shortDescription: { text } })),
          },
        },
        results: found.map(({ session, finding }) => ({
          ruleId: finding.rule,
          level: levels[finding.severity],
          message: {
            text: `${finding.title}, in the session behind this change: ${session.url}#${finding.sequence}`,
          },
          locations: [
            {
              physicalLocation: {
                artifactLocation: { uri: encodeURI(files.get(session.commits[0] ?? '') ?? '.') },
                region: { startLine: 1 },
              },
            },
          ],
          partialFingerprints: { debriefFinding: `${session.sessionId}.${finding.rule}.${finding.sequence}` },
        })),
      },
    ],
  };
}
