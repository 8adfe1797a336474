import type { ErrorCode, Issue } from '@bowerbird/contract/errors';
import { isErrorCode } from '@bowerbird/contract/errors';
import {
  array,
  boolean,
  catch as catching,
  number,
  object,
  optional,
  record,
  safeParse,
  string,
  union,
} from 'zod/mini';

/** The server's error codes, and those of failures before it responds. */
export type FailureCode = ErrorCode | 'call.offline' | 'call.unreachable' | 'call.timeout';

interface CallFailureParts {
  code: FailureCode;
  /** The HTTP status; 0 if no response came. */
  status: number;
  message: string;
  params?: Record<string, string | number>;
  issues?: Issue[];
  requestId?: string | null;
  isLogin?: boolean;
}

/** Error of a failed call, with its code. */
export class CallFailure extends Error {
  override readonly name = 'CallFailure';
  readonly code: FailureCode;
  readonly status: number;
  readonly params: Record<string, string | number>;
  readonly issues: Issue[];
  /** Id of the request, for readers of the server's log. */
  readonly requestId: string | null;
  /** True for the login call's own 401, which signs nobody out. */
  readonly isLogin: boolean;

  constructor(parts: CallFailureParts) {
    super(parts.message);
    this.code = parts.code;
    this.status = parts.status;
    this.params = parts.params ?? {};
    this.issues = parts.issues ?? [];
    this.requestId = parts.requestId ?? null;
    this.isLogin = parts.isLogin ?? false;
  }

  /** Converts any thrown value into a failure that can be shown. */
  static from(thrown: unknown): CallFailure {
    return thrown instanceof CallFailure
      ? thrown
      : new CallFailure({ code: 'unexpected', status: 0, message: String(thrown) });
  }
}

const path = array(union([string(), number()]));
const Refusal = object({
  code: string(),
  message: catching(string(), ''),
  params: catching(record(string(), union([string(), number()])), {}),
  issues: catching(array(object({ path, code: string(), message: string() })), []),
  result: catching(object({ isLogin: optional(boolean()) }), {}),
});

/**
 * Returns the failure of an error response; a response that is not ours (a proxy's page) is classified by its status.
 */
export function failureFrom(response: Response, received: unknown): CallFailure {
  const requestId = response.headers.get('x-request-id');
  const { status } = response;
  const read = safeParse(Refusal, received);
  if (!read.success) {
    const code =
      status === 401
        ? 'auth.required'
        : status === 403
          ? 'permission.missing'
          : status === 404
            ? 'not-found'
            : status >= 502
              ? 'call.unreachable'
              : 'unexpected';
    return new CallFailure({ code, status, message: '', requestId });
  }
  const { code, message, params, issues, result } = read.data;
  return new CallFailure({
    code: isErrorCode(code) ? code : 'unexpected',
    status,
    message,
    params,
    issues,
    requestId,
    isLogin: result.isLogin ?? false,
  });
}
