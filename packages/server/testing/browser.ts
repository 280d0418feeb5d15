/** What the tests drive the pages with: cookies, forms and redirects as a browser handles them. */
export interface Shown {
  status: number;
  url: string;
  headers: Headers;
  text: string;
  title: string;
}

interface Cookie {
  name: string;
  value: string;
  path: string;
  attributes: string;
}

export class FakeBrowser {
  readonly cookies: Cookie[] = [];
  readonly origin: string;

  constructor(origin: string) {
    this.origin = origin;
  }

  /** Follows redirects until something is shown, or until they lead out of the identity provider. */
  async open(url: string, init: RequestInit = {}): Promise<Shown> {
    const response = await fetch(url, {
      ...init,
      redirect: 'manual',
      headers: {
        accept: 'text/html',
        'sec-fetch-site': 'same-origin',
        ...init.headers,
        cookie: this.#cookiesFor(new URL(url).pathname),
      },
    });
    for (const line of response.headers.getSetCookie()) this.#keep(line);
    const location = response.headers.get('location');
    if (location !== null) {
      const next = new URL(location, url);
      await response.body?.cancel();
      if (next.origin === this.origin && next.pathname.startsWith('/idp/')) return this.open(next.href);
      return { status: response.status, url: next.href, headers: response.headers, text: '', title: '' };
    }
    const text = await response.text();
    const title = text.match(/<h1>([^\n]{0,200}?)<\/h1>/)?.[1] ?? '';
    return { status: response.status, url, headers: response.headers, text, title };
  }

  /** Fills in and sends the form of the page shown. */
  submit(shown: Shown, fields: Record<string, string>, headers: Record<string, string> = {}): Promise<Shown> {
    const hidden = [...shown.text.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)];
    const action = shown.text.match(/<form[^>]{0,200} action="([^"]*)"/)?.[1] ?? shown.url;
    const given = { ...Object.fromEntries(hidden.map(([, name, value]) => [name, value])), ...fields };
    return this.post(action, given as Record<string, string>, headers);
  }

  post(url: string, fields: Record<string, string>, headers: Record<string, string> = {}): Promise<Shown> {
    return this.open(url, {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers: { origin: this.origin, ...headers },
    });
  }

  #cookiesFor(path: string): string {
    const sent = this.cookies.filter((cookie) => `${path}/`.startsWith(cookie.path.replace(/\/?$/, '/')));
    return sent.map(({ name, value }) => `${name}=${value}`).join('; ');
  }

  #keep(line: string): void {
    const [pair = '', ...rest] = line.split(/; ?/);
    const at = pair.indexOf('=');
    const path = rest.find((each) => /^path=/i.test(each))?.slice(5) ?? '/';
    const cookie = { name: pair.slice(0, at), value: pair.slice(at + 1), path, attributes: rest.join('; ') };
    const old = this.cookies.findIndex((each) => each.name === cookie.name && each.path === path);
    if (old >= 0) this.cookies.splice(old, 1);
    if (cookie.value !== '') this.cookies.push(cookie);
  }
}
