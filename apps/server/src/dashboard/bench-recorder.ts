import { AppError } from '@bowerbird/contract/errors';
import { type Exchange, rawBytesInAll, rawBytesMax } from '@bowerbird/contract/system/bench';
import { readStart } from '@bowerbird/platforms/net/body';
import { userAgent } from '@bowerbird/platforms/net/http';
import type { Clock } from '../time/clock.ts';

/** Most of a response, in bytes, that is kept to find values in it; less is shown. */
const keptBytesMax = 2_000_000;
const exchangesMax = 30;
/** How long to wait for the rest of a response that nobody reads to its end. */
const tailMs = 2000;

/** Names of headers that could carry a secret. */
const secretHeaders = /cookie|auth|token|secret|api-?key|signature|credential/i;

/** A request, with the kept part of its response. */
export interface Recorded {
  exchange: Exchange;
  body: string;
}

/** Records what is requested through it, and the responses. */
export class BenchRecorder {
  readonly #fetch: typeof fetch;
  readonly #clock: Clock;
  readonly #recorded: Recorded[] = [];
  readonly #reading: Promise<void>[] = [];
  /** Number of requests that were no longer recorded. */
  more = 0;

  constructor(requested: typeof fetch, clock: Clock) {
    this.#fetch = requested;
    this.#clock = clock;
  }

  readonly fetch: typeof fetch = async (input, init) => {
    if (this.#recorded.length >= exchangesMax) {
      this.more += 1;
      return await this.#fetch(input, init);
    }
    const startedMs = this.#clock.monotonic();
    const recorded: Recorded = { exchange: requestedAs(input, init), body: '' };
    this.#recorded.push(recorded);
    try {
      const answer = await this.#fetch(input, init);
      Object.assign(recorded.exchange, {
        url: answer.url === '' ? recorded.exchange.url : answer.url,
        status: answer.status,
        headers: reported(answer.headers),
        contentType: answer.headers.get('content-type'),
        milliseconds: Math.round(this.#clock.monotonic() - startedMs),
      });
      const copy = answer.clone();
      this.#reading.push(
        readStart(copy, keptBytesMax).then(
          (body) => void Object.assign(recorded, { body }),
          () => undefined,
        ),
      );
      return answer;
    } catch (thrown) {
      const { code, params } = AppError.from(thrown);
      recorded.exchange.fault = { code, params };
      recorded.exchange.milliseconds = Math.round(this.#clock.monotonic() - startedMs);
      throw thrown;
    }
  };

  /** Returns everything so far, once the responses have been read or their time is over. */
  async end(): Promise<Recorded[]> {
    await Promise.race([Promise.all(this.#reading), this.#clock.sleep(tailMs)]);
    let left = rawBytesInAll;
    for (const { exchange, body } of this.#recorded) {
      const kept = startOf(body, Math.min(left, rawBytesMax));
      exchange.body = kept;
      exchange.cut = kept.length < body.length;
      left -= Buffer.byteLength(kept);
    }
    return this.#recorded;
  }
}

/** Returns the beginning of a text, at most this many bytes, cut between two characters. */
function startOf(text: string, bytesMax: number): string {
  const bytes = Buffer.from(text);
  return bytes.byteLength <= bytesMax
    ? text
    : bytes
        .subarray(0, bytesMax)
        .toString()
        .replace(/\uFFFD+$/, '');
}

function requestedAs(input: Parameters<typeof fetch>[0], init: RequestInit | undefined): Exchange {
  const request = input instanceof Request ? input : null;
  return {
    method: init?.method ?? request?.method ?? 'GET',
    url: request?.url ?? String(input),
    // The fetch below adds our name if none is given.
    requestHeaders: reported(
      new Headers({ 'user-agent': userAgent, ...headersOf(init?.headers ?? request?.headers) }),
    ),
    status: null,
    headers: [],
    contentType: null,
    body: '',
    cut: false,
    milliseconds: 0,
    fault: null,
  };
}

function headersOf(given: ConstructorParameters<typeof Headers>[0]): Record<string, string> {
  return Object.fromEntries(new Headers(given));
}

function reported(headers: Headers): [string, string][] {
  return [...headers].filter(([name]) => !secretHeaders.test(name));
}
