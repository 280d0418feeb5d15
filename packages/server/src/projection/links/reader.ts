import { linkStrengths, unpackHashes } from '@debrief/links';
import { type Reader, readableConditions } from '../../domain/access/reader.ts';
import type { ConcludedLinkStore } from '../../domain/link/ports.ts';
import type { ConcludedLink } from '../../domain/link/records.ts';
import type { Rows } from '../reading/reader.ts';
import { unpackFacts } from './facts.ts';
import { matchedLines } from './matched-lines.ts';

/** A list as one value: `in` with a value for each would make a text for each length. */
export type InList = (place: string) => string;

const links = `select l.session_id as "sessionId", l.sha, l.strength, l.lines, l.evidence, l.matched, l.at,
    p.to_at as "endedAt", c.authored_at as "authoredAt"
  from projection.links l
    left join projection.session_links p on p.session_id = l.session_id
    left join commits c on c.organization_id = l.organization_id and c.sha = l.sha`;

type LinkRow = Omit<ConcludedLink, 'strength'> & { strength: number };

const numberOf = (value: number | null): number | null => (value === null ? null : Number(value));

const linkOf = ({ strength, lines, at, endedAt, authoredAt, ...row }: LinkRow): ConcludedLink => ({
  ...row,
  lines: Number(lines),
  at: numberOf(at),
  endedAt: numberOf(endedAt),
  authoredAt: numberOf(authoredAt),
  strength: linkStrengths[Number(strength)] ?? 'likely',
});

/** More links of one commit or session than anybody would look at. */
const maxLinks = 2000;

/** Sessions behind a commit: concluded and not taken back by a person, or linked by a person. */
const sessionsBehind = (sha: string): string => `
  select l.session_id from projection.links l
    where l.organization_id = $1 and l.sha = ${sha} and l.strength < ${linkStrengths.indexOf('likely')}
      and not exists (select 1 from link_decisions d where d.organization_id = $1 and d.sha = ${sha}
        and d.session_id = l.session_id and d.verdict = 'unlinked')
  union all
  select d.session_id from link_decisions d
    where d.organization_id = $1 and d.sha = ${sha} and d.verdict = 'linked'`;

/** Commits of a repository with a session behind them, or behind the pull request they were merged from. */
const linkedCommitCount = `
  select count(*) as count from
    (select distinct sha from commit_reports where organization_id = $1 and repository = $2) told
  where exists (${sessionsBehind('told.sha')})
    or exists (
      select 1 from pull_requests p
        join pull_commits c on c.organization_id = p.organization_id and c.url = p.url and c.sha <> p.merge_sha
      where p.organization_id = $1 and p.merge_sha = told.sha and exists (
        select 1 from (${sessionsBehind('c.sha')}) behind
        where not exists (select 1 from link_decisions d where d.organization_id = $1 and d.sha = told.sha
            and d.session_id = behind.session_id and d.verdict = 'unlinked')
          and not exists (select 1 from pull_decisions d where d.organization_id = $1 and d.url = p.url
            and d.session_id = behind.session_id and d.verdict = 'unlinked')))`;

/** Names of files are content. */
const onlyReadable = (reader: Reader | undefined, values: unknown[]): string =>
  readableConditions(reader, (value) => `$${values.push(value)}`)
    .map((one) => ` and ${one}`)
    .join('');

/** What requests read of the tables of links. */
export const concludedLinkReader = (rows: Rows, inList: InList): ConcludedLinkStore => ({
  async ofCommits(organizationId, shas) {
    if (shas.length === 0) return [];
    const found = await rows<LinkRow>(
      `${links} where l.organization_id = $1 and l.sha ${inList('$2')}
        order by l.strength, l.lines desc, l.session_id limit ${maxLinks}`,
      [organizationId, JSON.stringify(shas)],
    );
    return found.map(linkOf);
  },

  async ofSession(sessionId) {
    const found = await rows<LinkRow>(
      `${links} where l.session_id = $1 order by l.strength, l.sha limit ${maxLinks}`,
      [sessionId],
    );
    return found.map(linkOf);
  },

  async pullsOfSession(sessionId) {
    const found = await rows<{ url: string; sequence: number }>(
      'select url, sequence from projection.session_pulls where session_id = $1 order by sequence, url',
      [sessionId],
    );
    return found.map(({ url, sequence }) => ({ url, sequence: Number(sequence) }));
  },

  async sessionsOfPull(organizationId, url) {
    const found = await rows<{ sessionId: string; sequence: number }>(
      `select session_id as "sessionId", sequence from projection.session_pulls
        where organization_id = $1 and url = $2 order by session_id limit 200`,
      [organizationId, url],
    );
    return found.map(({ sessionId, sequence }) => ({ sessionId, sequence: Number(sequence) }));
  },

  async matchedLines(sessionId, lines) {
    const [found] = await rows<{ facts: Uint8Array }>(
      'select facts from projection.session_links where session_id = $1',
      [sessionId],
    );
    const written = found ? (unpackHashes(unpackFacts(found.facts).lines) ?? []) : [];
    return matchedLines(lines, new Set(written));
  },

  async lineOrigins(sessionIds, hash) {
    if (sessionIds.length === 0) return [];
    const found = await rows<{ sessionId: string; facts: Uint8Array }>(
      `select session_id as "sessionId", facts from projection.session_links where session_id ${inList('$1')}`,
      [JSON.stringify(sessionIds)],
    );
    return found.flatMap(({ sessionId, facts: body }) => {
      const facts = unpackFacts(body);
      const place = unpackHashes(facts.lines)?.indexOf(hash) ?? -1;
      const edit = place < 0 ? undefined : facts.edits[unpackHashes(facts.lineEdits)?.[place] ?? -1];
      return edit ? [{ sessionId, sequence: edit.sequence, at: edit.at ?? null }] : [];
    });
  },

  async linesWritten(sessionIds, hashes) {
    if (sessionIds.length === 0 || hashes.length === 0) return [];
    const found = await rows<{ sessionId: string; facts: Uint8Array }>(
      `select session_id as "sessionId", facts from projection.session_links where session_id ${inList('$1')}`,
      [JSON.stringify(sessionIds)],
    );
    return found.flatMap(({ sessionId, facts }) => {
      const written = new Set(unpackHashes(unpackFacts(facts).lines));
      const lines = hashes.filter((hash) => written.has(hash)).length;
      return lines === 0 ? [] : [{ sessionId, lines }];
    });
  },

  async sessionsTouching(organizationId, repository, path, limit, reader) {
    const values: unknown[] = [organizationId, repository ?? '', path, limit];
    const found = await rows<{ sessionId: string; sequence: number }>(
      `select f.session_id as "sessionId", f.sequence from projection.session_files f
          cross join sessions s
        where s.session_id = f.session_id and s.organization_id = $1 and f.organization_id = $1 and f.path = $3 and ($2 = '' or s.repository = $2)${onlyReadable(reader, values)}
        order by f.started_at desc, f.session_id desc limit $4`,
      values,
    );
    return found.map(({ sessionId, sequence }) => ({ sessionId, sequence: Number(sequence) }));
  },

  async filesOf(organizationId, repository, newest, limit, reader) {
    const values: unknown[] = [organizationId, repository, newest, limit];
    const found = await rows<{ path: string; sessions: number }>(
      `select f.path, count(*) as sessions from
          (select s.session_id from sessions s where s.organization_id = $1 and s.repository = $2
            ${onlyReadable(reader, values)} order by s.started_at desc limit $3) s
          join projection.session_files f on f.session_id = s.session_id
        group by f.path order by count(*) desc, f.path limit $4`,
      values,
    );
    return found.map(({ path, sessions }) => ({ path, sessions: Number(sessions) }));
  },

  async linkedCommits(organizationId, repository) {
    const [found] = await rows<{ count: number }>(linkedCommitCount, [organizationId, repository]);
    return Number(found?.count ?? 0);
  },
});
