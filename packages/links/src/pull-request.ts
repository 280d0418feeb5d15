/** Addresses of pull requests and merge requests, of any host. */
const address =
  /https:\/\/[\w.-]{1,200}(?::\d{1,5})?\/[\w./~-]{1,300}?\/(?:pull|-\/merge_requests|merge_requests|pull-requests)\/\d{1,10}(?!\d)/g;

/** The addresses in a text, each once, in order. */
export function pullRequestsIn(text: string): string[] {
  return [...new Set(text.slice(0, 100_000).match(address) ?? [])].slice(0, 20);
}
