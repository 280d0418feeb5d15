/** A document of the identity provider: no redirects, five seconds, bounded size. */
export async function fetchJson(
  url: string,
  options: { max: number; headers?: Record<string, string> },
): Promise<Record<string, unknown>> {
  const response = await fetch(url, {
    redirect: 'error',
    signal: AbortSignal.timeout(5000),
    headers: { Accept: 'application/json', ...options.headers },
  });
  if (!response.ok || !response.body) {
    await response.body?.cancel();
    throw new FetchRefused(response.status, url);
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body) {
    size += chunk.byteLength;
    if (size > options.max) throw new Error(`${url} answered more than ${options.max} bytes`);
    chunks.push(chunk);
  }
  const value: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'));
  if (typeof value !== 'object' || value === null) throw new Error(`${url} did not answer an object`);
  return value as Record<string, unknown>;
}

export class FetchRefused extends Error {
  readonly status: number;

  constructor(status: number, url: string) {
    super(`${url} answered ${status}`);
    this.status = status;
  }
}
