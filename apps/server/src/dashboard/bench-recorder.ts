import { type Exchange, rawBytesInAll, rawBytesMax } from '@bowerbird/contract/bench';
import { AppError } from '@bowerbird/contract/errors';
import { readStart } from '@bowerbird/platforms/body';
import { userAgent } from '@bowerbird/platforms/http';
import type { Clock } from '../clock.ts';

/** As much of an answer as is kept for finding values in it; told is less. */
const keptBytesMax = 2_000_000;
const exchangesMax = 30;
/** How long the rest of an answer that nobody read on is waited for. */
const tailMs = 2000;

/** Names of headers that could carry a secret. */
const secretHeaders = /cookie|auth|token|secret|api-?key|signature|credential/i;

/** Something asked, with as much of its answer as was kept. */
export interface Recorded {
  exchange: Exchange;
  body: string;
}

/** Writes down what is asked through it and what comes back. */
export class BenchRecorder {
  readonly #fetch: typeof fetch;
  readonly #clock: Clock;
  readonly #recorded: Recorded[] = [];
  readonly #reading: Promise<void>[] = [];
  /** Requests that were no longer written down. */
  more = 0;

  constructor(asked: typeof fetch, clock: Clock) {
    this.#fetch = asked;
    this.#clock = clock;
  }

  readonly fetch: typeof fetch = async (input, init) => {
    if (this.#recorded.length >= exchangesMax) {
      this.more += 1;
      return await this.#fetch(input, init);
    }
    const startedMs = this.#clock.monotonic();
    const recorded: Recorded = { exchange: askedAs(input, init), body: '' };
    this.#recorded.push(recorded);
    try {
      const answer = await this.#fetch(input, init);
      Object.assign(recorded.exchange, {
        url: answer.url === '' ? recorded.exchange.url : answer.url,
        status: answer.status,
        headers: told(answer.headers),
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

  /** Everything so far, once the answers have been read or had their time. */
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

/** The beginning of a text, at most so many bytes, cut between two signs. */
function startOf(text: string, bytesMax: number): string {
  const bytes = Buffer.from(text);
  return bytes.byteLength <= bytesMax
    ? text
    : bytes
        .subarray(0, bytesMax)
        .toString()
        .replace(/\uFFFD+$/, '');
}

function askedAs(input: Parameters<typeof fetch>[0], init: RequestInit | undefined): Exchange {
  const request = input instanceof Request ? input : null;
  return {
    method: init?.method ?? request?.method ?? 'GET',
    url: request?.url ?? String(input),
    // The fetch below us adds our name where none is given.
    requestHeaders: told(
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

function told(headers: Headers): [string, string][] {
  return [...headers].filter(([name]) => !secretHeaders.test(name));
}
