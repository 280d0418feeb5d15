/** How a session was folded, by its row `p` of the statistics. */
export const foldedSql = `(p.folded_to || '.' || p.state_to || '.' || p.folded_at || '.' || coalesce(p.last_event, ''))`;

/**
 * What changes whenever a session `s` is folded again, or somebody takes words out of it. Answers that are kept of it
 * show words of the session: whoever deletes or redacts it removes them with all that is derived, and none is written
 * after that.
 */
export const stampSql = `(${foldedSql} || ' ' || s.redactions || '.' || case when s.status = 'active' then 0 else 1 end)`;
