import { AppError } from '@bowerbird/contract/errors';
import type { PlatformContext } from '../context.ts';
import { parseBoundedJson } from '../reading/json/bounded-json.ts';
import { readBody } from './body.ts';
import { connectionFailure, refusalOf } from './failures.ts';

/** A page of text, and its final address. */
export interface Page {
  text: string;
  url: URL;
  headers: Headers;
}

/** What is requested, and how the answer is read. */
export interface Reading<T> {
  accept: string;
  /** Bytes after which reading the body stops. */
  maxBytes: number;
  /** Statuses that count as answers although they are refusals: their body is returned. */
  alsoStatus?: readonly number[];
  read(page: Page): T;
}

/**
 * Time limit of a whole answer, in milliseconds: a host that sends a byte now and then never triggers the idle timeout.
 */
const longestAnswerMs = 5 * 60_000;

/** Sends one request, once. Throws every failure as a named error. */
export async function send<T>(
  url: URL,
  reading: Reading<T>,
  context: Pick<PlatformContext, 'fetch' | 'signal'>,
): Promise<T> {
  const signal = AbortSignal.any([context.signal, AbortSignal.timeout(longestAnswerMs)]);
  let response: Response;
  try {
    response = await context.fetch(url, { signal, headers: { accept: reading.accept } });
  } catch (thrown) {
    throw connectionFailure(thrown, url, false);
  }

  const final = finalAddress(response, url);
  if (final.pathname.endsWith('/password') && !url.pathname.endsWith('/password')) {
    await response.body?.cancel();
    throw new AppError('source.password-protected', `${url.host} sent us to its password page`, {
      params: { host: url.host },
    });
  }
  const refusal = refusalOf(response, url);
  if (refusal && !reading.alsoStatus?.includes(response.status)) {
    await response.body?.cancel();
    throw refusal;
  }

  let text: string;
  try {
    text = await readBody(response, reading.maxBytes);
  } catch (thrown) {
    throw connectionFailure(thrown, url, true);
  }
  return reading.read({ text, url: final, headers: response.headers });
}

/** Returns where the answer came from; for a redirect that was not followed, its target. */
function finalAddress(response: Response, requested: URL): URL {
  const redirect = response.status >= 300 && response.status < 400;
  const target = (redirect ? response.headers.get('location') : null) ?? response.url;
  return target !== '' && URL.canParse(target, requested) ? new URL(target, requested) : requested;
}

/**
 * Messages that PHP prints before an answer (`wordpress/readme.md`, Errors, `woocommerce/readme.md`, Odd behaviour).
 */
const phpNotices =
  /^\uFEFF?\s{0,99}(?:<br \/>\s{0,9}<b>(?:Notice|Warning|Deprecated|Strict Standards)<\/b>:[^\n]{0,2000}<br \/>\s{0,9}){1,200}/;

/**
 * Returns unvalidated JSON, also after PHP notices. Throws `source.answer-cut` for truncated JSON, the error of
 * `parseBoundedJson` for too large JSON, and `source.not-json` for anything else.
 */
export function parseJson({ text, url }: Pick<Page, 'text' | 'url'>): unknown {
  try {
    return parseBoundedJson(
      text.startsWith('{') || text.startsWith('[') ? text : text.replace(phpNotices, ''),
    );
  } catch (thrown) {
    if (thrown instanceof AppError) {
      throw thrown;
    }
    const body = text.trim();
    const begun = /^[{[]/.test(body);
    if (begun && !/[}\]]$/.test(body)) {
      throw new AppError('source.answer-cut', `${url.href}: the answer breaks off`, {
        params: { host: url.host },
        cause: thrown,
      });
    }
    throw new AppError('source.not-json', `${url.href} is no JSON`, {
      params: { address: url.href },
      cause: thrown,
    });
  }
}
