/** Every `code` the service can answer with, and the status it travels under. The list is closed (docs/api.md, Errors). */
export const errorStatus = {
  invalid_json: 400,
  validation_error: 400,
  payload_too_large: 400,
  invalid_cursor: 400,
  idempotency_key_reused: 400,
  missing_credentials: 401,
  invalid_secret: 401,
  secret_revoked: 401,
  invalid_token: 401,
  token_expired: 401,
  wrong_secret_environment: 401,
  wrong_credential_type: 401,
  conflicting_credentials: 401,
  invalid_signature: 401,
  insufficient_role: 403,
  organization_closing: 403,
  insufficient_scope: 403,
  email_required: 403,
  not_yours: 403,
  machine_key_required: 403,
  session_not_shared: 403,
  route_not_found: 404,
  organization_not_found: 404,
  member_not_found: 404,
  secret_not_found: 404,
  environment_not_found: 404,
  installation_not_found: 404,
  claim_not_found: 404,
  terminal_not_found: 404,
  token_not_found: 404,
  notification_not_found: 404,
  view_not_found: 404,
  session_not_found: 404,
  entry_not_found: 404,
  finding_not_found: 404,
  thread_not_found: 404,
  comment_not_found: 404,
  review_not_found: 404,
  commit_not_found: 404,
  repository_not_found: 404,
  integration_not_found: 404,
  endpoint_not_found: 404,
  delivery_not_found: 404,
  legal_hold_not_found: 404,
  data_request_not_found: 404,
  ending_not_found: 404,
  lesson_not_found: 404,
  redaction_not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  already_in_organization: 409,
  member_exists: 409,
  member_active: 409,
  last_owner: 409,
  limit_reached: 409,
  secret_found: 409,
  not_read: 409,
  author_unknown: 409,
  environment_revoked: 409,
  machine_key_exists: 409,
  installation_exists: 409,
  installation_disabled: 409,
  session_closed: 409,
  session_busy: 409,
  legal_hold: 409,
  second_admin_needed: 409,
  lesson_changed: 409,
  idempotency_in_progress: 409,
  body_too_large: 413,
  uri_too_long: 414,
  unsupported_media_type: 415,
  rate_limited: 429,
  headers_too_large: 431,
  internal_error: 500,
  service_unavailable: 503,
  identity_provider_unavailable: 503,
} as const;

export type ErrorCode = keyof typeof errorStatus;

export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && Object.hasOwn(errorStatus, value);
}

export interface DebriefErrorOptions extends ErrorOptions {
  /** Seconds after which a retry makes sense; sent as `Retry-After`. */
  retryAfter?: number;
  /** Somebody deleted what was asked for; sent as `Session-Deleted`. Machines then forget what they have not sent yet. */
  isDeleted?: boolean;
}

/** The one error of the product: thrown by the domain, written by the server, rebuilt by the client. */
export class DebriefError extends Error {
  readonly code: ErrorCode;
  readonly retryAfter: number | undefined;
  readonly isDeleted: boolean;

  constructor(code: ErrorCode, message: string, options: DebriefErrorOptions = {}) {
    super(message, options);
    this.name = 'DebriefError';
    this.code = code;
    this.retryAfter = options.retryAfter;
    this.isDeleted = options.isDeleted ?? false;
  }

  get status(): number {
    return errorStatus[this.code];
  }
}
