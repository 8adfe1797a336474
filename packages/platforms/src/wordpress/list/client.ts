import { AppError, type ErrorCode } from '@bowerbird/contract/errors';
import { basic, isMissingRight, restClient, saidIn } from '../../listing/wordpress/client.ts';

/**
 * Milliseconds after which our side gives up on one request; the site may continue (`docs/listing-protocol.md`, Rules
 * of time).
 */
export const timeoutMs = 60_000;

export const client = restClient({
  timeoutMs,
  async signIn(_request, _url, { credentials: { user = '', applicationPassword = '' } }) {
    return { authorization: basic(user, applicationPassword) };
  },
  failureOf,
});

export const { call, readJson } = client;

/** Returns the named error for a refusal of the API. */
export function failureOf(status: number, body: unknown): AppError {
  const said = saidIn(body);
  const words = said === null ? `HTTP ${status}` : `${said.code}: ${said.message}`;
  return new AppError(codeOf(status, said?.code ?? ''), words, { params: { message: said?.message ?? '' } });
}

function codeOf(status: number, code: string): ErrorCode {
  if (
    /^(incorrect_password|invalid_username|invalid_email|rest_not_logged_in)$/.test(code) ||
    status === 401
  ) {
    return 'store.access-denied';
  }
  if (status === 403) {
    return isMissingRight(code) ? 'store.scope-missing' : 'store.blocked-us';
  }
  if (code === 'rest_no_route') {
    return 'store.not-found';
  }
  return status === 404
    ? 'store.product-gone'
    : status >= 500 || status === 429
      ? 'store.unwell'
      : 'store.rejected-product';
}
