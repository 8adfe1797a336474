import { AppError, type ErrorCode } from '@bowerbird/contract/errors';

/** Longest wait, in milliseconds: a host that requests a longer one gets the next request after a day. */
const longestRestMs = 24 * 3600_000;

/** Reads `Retry-After`, in seconds or as an HTTP date, up to a day; undefined when it is missing or unreadable. */
export function retryAfterMs(headers: Headers): number | undefined {
  const text = headers.get('retry-after')?.trim();
  if (!text) {
    return undefined;
  }
  if (/^\d+(\.\d+)?$/.test(text)) {
    return Math.min(Number(text) * 1000, longestRestMs);
  }
  // The server's own clock, when it sends the time: our clock may be wrong by minutes.
  const theirNow = Date.parse(headers.get('date') ?? '');
  const waitMs = Date.parse(text) - (Number.isNaN(theirNow) ? Date.now() : theirNow);
  return Number.isNaN(waitMs) ? undefined : Math.min(Math.max(0, waitMs), longestRestMs);
}

const byStatus: Record<number, ErrorCode> = {
  401: 'source.password-protected',
  402: 'source.frozen',
  403: 'source.blocked-us',
  404: 'source.gone',
  408: 'source.unwell',
  410: 'source.gone',
  423: 'source.frozen',
  429: 'source.slow-down',
  430: 'source.blocked-us',
};

/** Returns the named error for a refusal by its HTTP status; null for an answer that is not a refusal. */
export function refusalOf(response: Response, address: URL): AppError | null {
  if (response.ok) {
    return null;
  }
  const { status } = response;
  const code = byStatus[status] ?? (status >= 500 ? 'source.unwell' : 'source.page-not-understood');
  const waitMs = retryAfterMs(response.headers);
  return new AppError(code, `${address.host}${address.pathname} answered ${status}`, {
    params: { status, host: address.host },
    ...(waitMs === undefined ? {} : { waitMs }),
  });
}

/**
 * Returns the named error for what a connection threw before or while answering. One of our own errors inside (an
 * address rejected by the private network guard) keeps its name.
 */
export function connectionFailure(thrown: unknown, address: URL, answered: boolean): AppError {
  const chain = causesOf(thrown);
  const ours = chain.find((cause) => cause instanceof AppError);
  if (ours) {
    return ours;
  }
  const signs = chain.map((cause) => `${textOf(cause, 'name')} ${textOf(cause, 'code')}`).join(' ');
  const params = { host: address.host };
  const detail = `${address.href}: ${chain.map((cause) => textOf(cause, 'message')).join(': ')}`;
  if (/Timeout|TIMEOUT|ETIMEDOUT/.test(signs)) {
    return new AppError('source.timeout', detail, { params, cause: thrown });
  }
  if (/ENOTFOUND/.test(signs)) {
    return new AppError('address.host-not-found', detail, { params, cause: thrown });
  }
  return new AppError(answered ? 'source.answer-cut' : 'address.unreachable', detail, {
    params,
    cause: thrown,
  });
}

function causesOf(thrown: unknown): unknown[] {
  const chain: unknown[] = [];
  for (
    let at = thrown;
    at !== undefined && chain.length < 8;
    at = at instanceof Error ? at.cause : undefined
  ) {
    chain.push(at);
  }
  return chain;
}

function textOf(thrown: unknown, key: 'name' | 'code' | 'message'): string {
  if (typeof thrown !== 'object' || thrown === null || !(key in thrown)) {
    return key === 'message' ? String(thrown) : '';
  }
  return String((thrown as Record<string, unknown>)[key]);
}

const oneProductOnly: ReadonlySet<ErrorCode> = new Set([
  'source.gone',
  'source.not-json',
  'source.page-not-understood',
  'source.needs-browser',
  'source.product-unreadable',
  'source.price-unreadable',
  'source.answer-too-large',
  'source.answer-too-deep',
  'source.answer-overcompressed',
  'source.answer-too-costly',
  'source.robots-forbid',
]);

/** Reports whether an error concerns one page or product, and not the whole source. */
export function isOfOneProduct(failure: AppError): boolean {
  return oneProductOnly.has(failure.code);
}

/**
 * Returns the error of a closed access path (a feed, a list, a format of a product) while others may be open; includes
 * 403. Rethrows an error that closes the whole source.
 */
export function closedWay(thrown: unknown): AppError {
  if (thrown instanceof AppError) {
    const forbidden = thrown.code === 'source.blocked-us' && thrown.params.status === 403;
    if (forbidden || isOfOneProduct(thrown) || thrown.code === 'source.feed-capped') {
      return thrown;
    }
  }
  throw thrown;
}
