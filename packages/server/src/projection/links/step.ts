import type { FactsStep, LinkValues } from './port.ts';

/** What a step of the fold writes into the tables of links. */
export function linkSteps({
  subject,
  links,
}: {
  subject: { sessionId: string; organizationId: string; startedAt: number };
  links: FactsStep | undefined;
}): [text: string, values: LinkValues][] {
  if (!links) return [];
  const { sessionId, organizationId, startedAt } = subject;
  return [
    [
      `insert into projection.session_links (session_id, organization_id, from_at, to_at, facts)
        values ($1, $2, $3, $4, $5) on conflict (session_id)
        do update set from_at = excluded.from_at, to_at = excluded.to_at, facts = excluded.facts`,
      [sessionId, organizationId, links.fromAt, links.toAt, links.facts],
    ],
    ...links.files.map(({ path, sequence }): [string, LinkValues] => [
      `insert into projection.session_files (session_id, organization_id, path, name, sequence, started_at)
        values ($1, $2, $3, $4, $5, $6) on conflict (session_id, path) do nothing`,
      [sessionId, organizationId, path, path.slice(path.lastIndexOf('/') + 1), sequence, startedAt],
    ]),
    ...links.pulls.map(({ url, sequence }): [string, LinkValues] => [
      `insert into projection.session_pulls (session_id, organization_id, url, sequence) values ($1, $2, $3, $4)
        on conflict (session_id, url) do nothing`,
      [sessionId, organizationId, url, sequence],
    ]),
  ];
}
