/** Small enough to be there and read at once. */
export const firstPageSize = 60;

/** What the server gives at most. */
export const pageSize = 200;
