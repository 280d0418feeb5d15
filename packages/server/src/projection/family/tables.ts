/** Requests by what they are known by wherever they are recorded, for both engines; `s` is the schema with its dot, or nothing. */
export const requestTable = (s: string, types: { int: string; end: string }): string => `
  -- request: a digest of organization, agent and identity, which may be the same for two; negative where it stands for a sum that goes on in the next
  -- session of the same work. at: when the request was made; opened: when its session was. cost in billionths of a dollar.
  create table ${s}requests (
    request ${types.int} not null,
    session_id text not null,
    organization_id text not null,
    at ${types.int} not null,
    opened ${types.int} not null,
    input ${types.int} not null,
    output ${types.int} not null,
    cache_read ${types.int} not null,
    cache_write ${types.int} not null,
    cost ${types.int} not null,
    primary key (request, session_id)
  )${types.end};
  create index requests_session on ${s}requests (session_id);
  -- Who has a request first, and who had it before, without reading all that have it.
  create index requests_order on ${s}requests (request, organization_id, at, opened, session_id);
`;
