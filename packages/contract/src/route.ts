import type { Static, TObject, TSchema } from 'typebox';
import type { TokenScope } from './access/token.ts';
import type { ErrorCode } from './error.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Who may call: anybody; the holder of an organization secret; a signed-in person. */
export type Credential = 'public' | 'secret' | 'jwt';

/** Least role on a JWT route. `signed-in` asks for no organization at all (route 3). */
export type RequiredRole = 'signed-in' | 'member' | 'admin';

export interface Route {
  /** Its number in docs/api.md; extensions have none. */
  readonly number?: number;
  readonly method: Method;
  /** With `{name}` for a path parameter. */
  readonly path: `/${string}`;
  readonly credential: Credential;
  readonly role?: RequiredRole;
  /**
   * What it shows or acts on: the content of one session, and then it refuses whoever may not read that; of several, and
   * then it leaves out what may not be read; or none (docs/privacy.md).
   */
  readonly content: 'session' | 'sessions' | 'none';
  readonly summary: string;
  readonly params?: TObject;
  readonly query?: TObject;
  readonly body?: TObject;
  /** Honours the `Idempotency-Key` header; clients pass it as `idempotencyKey`. */
  readonly idempotent?: boolean;
  /** Its path holds a code short enough to be guessed, so that calls are counted apart (W2). */
  readonly isGuessable?: boolean;
  /** An organization secret is enough here also where machines use their own key (K13). */
  readonly registers?: boolean;
  /** What a terminal's token may call; it reads, and signs itself out (A18). */
  readonly terminal?: boolean;
  /** The scope a personal token needs here, where that does not follow from what a terminal reads (`scopeOf`). */
  readonly scope?: TokenScope;
  /** Body limit in bytes where it is not the usual one. */
  readonly bodyLimit?: number;
  readonly gzip?: boolean;
  /** The handler gets the bytes of the body and the headers, because a signature is over exactly those bytes. */
  readonly raw?: boolean;
  /** Where the answer is not JSON: it is sent as it comes, over time. */
  readonly contentType?: 'text/event-stream' | 'application/x-ndjson';
  readonly responses: Readonly<Record<number, TSchema>>;
  /** Codes this route answers with besides those every route of its credential may. */
  readonly errors: readonly ErrorCode[];
}

const known = new WeakMap<object, unknown>();

/**
 * The schema with every object closed that does not say itself what else it may hold: a field that an answer's schema
 * does not name is one that leaks.
 */
export function closed<Schema>(schema: Schema): Schema {
  if (typeof schema !== 'object' || schema === null) return schema;
  const found = known.get(schema) ?? close(schema);
  known.set(schema, found);
  return found as Schema;
}

function close(schema: object): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  const parts = Object.fromEntries(Object.entries(schema).map(([key, part]) => [key, closed(part)]));
  const isOpen = !('properties' in schema) || 'additionalProperties' in schema;
  return isOpen ? parts : { ...parts, additionalProperties: false };
}

/** Keeps the literal types of one row while checking its shape. Answers hold nothing that their schema does not name. */
export const route = <const R extends Route>(row: R): R => ({ ...row, responses: closed(row.responses) });

type Part<S> = S extends TObject ? Static<S> : unknown;

/** One flat object: path parameters, query and body together. No two of them share a name on any route. */
export type Input<R extends Route> = Part<R['params']> &
  Part<R['query']> &
  Part<R['body']> &
  (R['idempotent'] extends true ? { idempotencyKey?: string } : unknown);

export type Output<R extends Route> = {
  [Status in keyof R['responses']]: R['responses'][Status] extends TSchema
    ? Static<R['responses'][Status]>
    : never;
}[keyof R['responses']];

/** What a personal token must be for; undefined: no token will do. What a terminal reads, a token may read, too. */
export const scopeOf = (row: Route): TokenScope | undefined =>
  row.scope ?? (row.terminal && row.method === 'GET' ? 'sessions:read' : undefined);

/** The codes any route of a credential may answer with. */
export const commonErrors: Record<Credential, readonly ErrorCode[]> = {
  public: ['rate_limited', 'service_unavailable'],
  secret: [
    'missing_credentials',
    'invalid_secret',
    'secret_revoked',
    'machine_key_required',
    'wrong_secret_environment',
    'wrong_credential_type',
    'conflicting_credentials',
    'rate_limited',
    'service_unavailable',
  ],
  jwt: [
    'missing_credentials',
    'invalid_token',
    'token_expired',
    'wrong_credential_type',
    'insufficient_scope',
    'organization_closing',
    'rate_limited',
    'service_unavailable',
    'identity_provider_unavailable',
  ],
};

const bodyErrors: readonly ErrorCode[] = [
  'invalid_json',
  'validation_error',
  'body_too_large',
  'unsupported_media_type',
];

const roleErrors: readonly ErrorCode[] = ['insufficient_role', 'organization_not_found'];

/** Every code a route may answer with. */
export function errorsOf(row: Route): ErrorCode[] {
  return [
    ...new Set<ErrorCode>([
      ...row.errors,
      ...commonErrors[row.credential],
      ...(row.body ? bodyErrors : row.query ? (['validation_error'] as const) : []),
      ...(row.role && row.role !== 'signed-in' ? roleErrors : []),
      ...(row.content === 'session' ? (['session_not_shared'] as const) : []),
    ]),
  ];
}

/** `{}` is a valid body, so none at all is too (H11). */
export const bodyMayBeAbsent = (row: Route): boolean => !row.body?.required?.length;

export const parameterNames = (path: string): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string);
