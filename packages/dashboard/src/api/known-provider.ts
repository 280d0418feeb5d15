import type { ClientConfig } from '@debrief/contract';
import type { OidcMetadata } from 'oidc-client-ts';

/**
 * What the last visit learned about signing in: two answers that hardly ever change and that a far-away visitor
 * would wait for one after the other. Nothing in it is secret. It is checked again in the background on every visit.
 */
export interface KnownProvider {
  config: ClientConfig;
  metadata: Partial<OidcMetadata>;
}

const key = 'debrief.provider';

export function knownProvider(): KnownProvider | undefined {
  try {
    const value = JSON.parse(localStorage.getItem(key) ?? 'null');
    const isWhole = typeof value?.config?.apiUrl === 'string' && typeof value?.metadata?.issuer === 'string';
    return isWhole ? value : undefined;
  } catch {
    return undefined;
  }
}

export function keepProvider(known: KnownProvider | undefined): void {
  if (known) localStorage.setItem(key, JSON.stringify(known));
  else localStorage.removeItem(key);
}
