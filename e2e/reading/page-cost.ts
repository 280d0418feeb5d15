import type { Page } from 'playwright-core';

/** What a visit asked of the server and what the page keeps afterwards. */
export interface PageCost {
  /** On the wire, of answers of the API. */
  bytes: number;
  requests: number;
  /** Of the page's own files. They are the same for every session, and the browser keeps them for good. */
  fileBytes: number;
  ms: number;
  /** After a collection. */
  heap: number;
}

export async function pageCost(page: Page, visit: () => Promise<void>): Promise<PageCost> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Network.enable');
  const seen = { bytes: 0, requests: 0, fileBytes: 0 };
  const paths = new Map<string, string>();
  cdp.on('Network.requestWillBeSent', ({ requestId, request }) =>
    paths.set(requestId, new URL(request.url).pathname),
  );
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (paths.get(requestId)?.startsWith('/v1/')) {
      seen.requests++;
      seen.bytes += encodedDataLength;
    } else seen.fileBytes += encodedDataLength;
  });
  const begun = performance.now();
  await visit();
  const ms = performance.now() - begun;
  const cost = { ...seen, ms };
  await cdp.send('HeapProfiler.collectGarbage');
  const { usedSize } = await cdp.send('Runtime.getHeapUsage');
  await cdp.detach();
  return { ...cost, heap: usedSize };
}

/** The next visit loads the page's own files from the server again. */
export async function forgetFiles(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Network.clearBrowserCache');
  await cdp.detach();
}

/** How much of what is on screen moved by itself since the page was loaded, as browsers count it. */
export const layoutShift = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) sum += (entry as unknown as { value: number }).value;
        }).observe({ type: 'layout-shift', buffered: true });
        setTimeout(() => resolve(sum), 500);
      }),
  );

export const kilobytes = (bytes: number): string => `${(bytes / 1024).toFixed(0)} KB`;
export const megabytes = (bytes: number): string => `${(bytes / 1024 ** 2).toFixed(1)} MB`;

export const printCost = (what: string, { bytes, requests, fileBytes, heap, ms }: PageCost): void =>
  console.log(
    `${what}: ${kilobytes(bytes)} in ${requests} requests and ${kilobytes(fileBytes)} of files, ` +
      `heap ${megabytes(heap)}, ${ms.toFixed(0)} ms`,
  );
