import { fetchJson } from './fetch-json.ts';

export interface ProviderMetadata {
  jwksUri: string;
  userinfoEndpoint?: string;
}

const keepFor = 24 * 3_600_000;
const max = 256 * 1024;

/** What an issuer says of itself, asked for on first need and again once a day. */
export class Discovery {
  readonly #issuer: string;
  #known: { metadata: ProviderMetadata; at: number } | undefined;
  #asking: Promise<ProviderMetadata> | undefined;

  constructor(issuer: string) {
    this.#issuer = issuer;
  }

  async metadata(): Promise<ProviderMetadata> {
    if (this.#known && Date.now() - this.#known.at < keepFor) return this.#known.metadata;
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = undefined;
    });
    try {
      return await this.#asking;
    } catch (error) {
      // Yesterday's answer is better than none.
      if (this.#known) return this.#known.metadata;
      throw error;
    }
  }

  async #ask(): Promise<ProviderMetadata> {
    const url = `${this.#issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
    const document = await fetchJson(url, { max });
    // Exactly: a document that speaks for another issuer is not ours to trust (ASVS 10.5.3).
    if (document.issuer !== this.#issuer) {
      throw new Error(`${url} speaks for issuer ${String(document.issuer)}, not ${this.#issuer}`);
    }
    if (typeof document.jwks_uri !== 'string') throw new Error(`${url} names no jwks_uri`);
    const metadata: ProviderMetadata = {
      jwksUri: secureUrl(document.jwks_uri),
      ...(typeof document.userinfo_endpoint === 'string' && {
        userinfoEndpoint: secureUrl(document.userinfo_endpoint),
      }),
    };
    this.#known = { metadata, at: Date.now() };
    return metadata;
  }
}

const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);

export const isLoopback = (url: URL): boolean => loopback.has(url.hostname);

/** https, or http on this very machine. */
function secureUrl(text: string): string {
  const url = new URL(text);
  if (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url))) return text;
  throw new Error(`${text} is not https`);
}
