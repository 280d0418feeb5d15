import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Browser,
  type BrowserContext,
  chromium,
  type Locator,
  type Page,
  type Request,
} from 'playwright-core';
import { requireProgram } from '../scripts/services.ts';

export async function openBrowser(): Promise<Browser> {
  const executablePath = requireProgram({
    // Without windows it takes a fifth less of the processor, and draws the same.
    names: [
      'chromium-headless-shell',
      'chromium',
      'chromium-browser',
      'google-chrome',
      'google-chrome-stable',
    ],
    package: 'chromium-headless-shell',
    instead: 'PATH',
  });
  return chromium.launch({
    executablePath,
    headless: true,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}

/** What went wrong on a page without anybody being told. */
export interface Watch {
  /** Uncaught errors and console errors. */
  errors: string[];
  violations: string[];
  /** Requests that left for another origin. */
  remote: string[];
  /** Until nothing was asked of the server for half a second. Streams, which never end, do not count. */
  quiet(): Promise<void>;
  /** The last access token that was sent. */
  token(): string | undefined;
}

export interface Visitor {
  context: BrowserContext;
  page: Page;
  watch: Watch;
}

/** A person at a browser of their own. */
export async function visitor(
  browser: Browser,
  url: string,
  options: Parameters<Browser['newContext']>[0] = {},
): Promise<Visitor> {
  const context = await browser.newContext({ viewport: { width: 1360, height: 860 }, ...options });
  // How soon something comes is measured where it matters; elsewhere a busy machine may take its time.
  context.setDefaultTimeout(90_000);
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: url });
  const page = await context.newPage();
  return { context, page, watch: await watchPage(context, page, url) };
}

export async function watchPage(context: BrowserContext, page: Page, url: string): Promise<Watch> {
  let token: string | undefined;
  const asked = new Set<Request>();
  let changed = 0;
  const watch: Watch = {
    errors: [],
    violations: [],
    remote: [],
    token: () => token,
    async quiet() {
      changed = Math.max(changed, performance.now() - 100);
      while (asked.size > 0 || performance.now() - changed < 500) await sleep(20);
    },
  };
  const answered = (request: Request) => {
    if (asked.delete(request)) changed = performance.now();
  };
  page.on('requestfinished', answered);
  page.on('requestfailed', answered);
  await context
    .exposeFunction('reportViolation', (text: string) => watch.violations.push(text))
    .catch(() => {});
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const text = `${event.violatedDirective}: ${event.blockedURI} ${event.sourceFile ?? ''} ${event.sample}`;
      void (window as unknown as { reportViolation(text: string): void }).reportViolation(text);
    });
  });
  page.on('pageerror', (error) => watch.errors.push(`${error.message}\n${error.stack ?? ''}`));
  page.on('console', (message) => {
    if (message.type() === 'error') watch.errors.push(message.text());
  });
  page.on('request', (request) => {
    const address = request.url();
    if (!new URL(address).pathname.endsWith('/stream')) {
      asked.add(request);
      changed = performance.now();
    }
    if (!address.startsWith(url) && !/^(?:data|blob|about):/.test(address)) watch.remote.push(address);
    const sent = request.headers().authorization;
    if (sent?.startsWith('Bearer ')) token = sent.slice('Bearer '.length);
  });
  return watch;
}

/** As on a busy machine: a page hears how large its elements are most of a second after they are drawn. */
export async function measureLate(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const sizeNow = ({ target }: ResizeObserverEntry) => ({
      target,
      borderBoxSize: [{ blockSize: target.getBoundingClientRect().height }],
    });
    window.ResizeObserver = class extends ResizeObserver {
      constructor(tell: ResizeObserverCallback) {
        super((changes, observer) => {
          setTimeout(() => tell(changes.map(sizeNow) as unknown as ResizeObserverEntry[], observer), 700);
        });
      }
    };
  });
}

/** For tests that have to see every row of long lists: fewer and longer steps. */
export const tall = { width: 1360, height: 4_000 };

/**
 * Scrolls a virtual list from top to bottom, so that each of its rows is drawn at least once. Answers the texts of
 * the elements found on the way.
 */
export function drawEveryRow(list: Locator, wanted = 'none'): Promise<string[]> {
  return list.evaluate(async (element, selector) => {
    const seen = new Set<string>();
    const step = Math.max(200, element.clientHeight - 80);
    for (let at = 0; at < element.scrollHeight; at += step) {
      element.scrollTop = at;
      // The first frame tells the list where it is, the second is after it has drawn that.
      const frames = () =>
        new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      await frames();
      // Rows whose entries are still on their way are drawn as placeholders.
      for (let waited = 0; element.querySelector('[data-ghost]') && waited < 300; waited++) {
        await new Promise((resolve) => setTimeout(resolve, 20));
        await frames();
      }
      for (const one of element.querySelectorAll(selector)) seen.add(one.textContent ?? '');
    }
    return [...seen];
  }, wanted);
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Finding {
  id: string;
  impact: string | null;
  nodes: { html: string; failureSummary?: string }[];
}

/**
 * What axe calls serious or critical, by all its rules or by those named. Evaluated by the debugger, which the page's
 * policy does not bind.
 */
async function seriousFaults(
  { page }: Pick<Visitor, 'page'>,
  which: { runOnly?: string[]; rules?: Record<string, { enabled: boolean }> } = {},
): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe);
  const found = await page.evaluate(async (chosen) => {
    const { axe: runner } = window as unknown as {
      axe: { run(options: object): Promise<{ violations: unknown[] }> };
    };
    // Of what is in order nothing is wanted; the style sheets would be fetched again for a rule that is no fault.
    return (await runner.run({ resultTypes: ['violations'], preload: false, ...chosen })).violations;
  }, which);
  return (found as Finding[])
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 200)} ${nodes[0]?.failureSummary ?? ''}`);
}

/** Dark is the light page in other colours. */
const ofDark = { runOnly: ['color-contrast', 'link-in-text-block'] };
/** A narrow page has the colours of the wide one, and to look at them takes longer than all the rest. */
const ofPhone = { rules: { 'color-contrast': { enabled: false } } };

/** A page in light by all rules, and then in dark by those of colours. */
export async function faultsInLightAndDark({ page }: Pick<Visitor, 'page'>): Promise<string[]> {
  const show = async (colorScheme: 'light' | 'dark') => {
    await page.emulateMedia({ colorScheme });
    // The page hears of it a little later.
    await page.waitForFunction(
      (wanted) => getComputedStyle(document.documentElement).colorScheme === wanted,
      colorScheme,
    );
  };
  const faults = await seriousFaults({ page });
  await show('dark');
  const dark = await seriousFaults({ page }, ofDark);
  await show('light');
  return [...faults, ...dark.map((fault) => `in dark: ${fault}`)];
}

export const looks = {
  'light and dark': { colorScheme: 'light' },
  phone: { colorScheme: 'light', viewport: { width: 390, height: 844 }, hasTouch: true },
} as const;

/** Opens pages, each known by a text on it. What axe calls serious or critical, and pages wider than the window. */
export async function faultsOfPages(
  { page }: Pick<Visitor, 'page'>,
  url: string,
  pages: readonly (readonly [path: string, sign: string])[],
  { inDark }: { inDark: boolean },
): Promise<string[]> {
  const faults: string[] = [];
  for (const [path, sign] of pages) {
    await page.goto(url + path);
    await page.getByText(sign).first().waitFor();
    const found = inDark ? await faultsInLightAndDark({ page }) : await seriousFaults({ page }, ofPhone);
    for (const fault of found) faults.push(`${path} ${fault}`);
    const { wide, inner } = await page.evaluate(() => ({
      wide: document.documentElement.scrollWidth,
      inner: window.innerWidth,
    }));
    if (wide > inner) faults.push(`${path} is ${wide} px wide in ${inner}`);
  }
  return faults;
}
