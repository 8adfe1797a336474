/** One answer of recorded traffic. */
export interface Exchange {
  /** The requested address; every request is a GET. */
  request: string;
  /** 200 when left out. */
  status?: number;
  headers?: Record<string, string>;
  /** Text is sent unchanged, anything else as JSON. */
  body: unknown;
}

/** A `fetch` over recorded traffic, with the requests it received. */
export interface Replay {
  fetch: typeof fetch;
  /** Requested addresses, in order. */
  requested: string[];
  /** Returns the recordings that were not requested. */
  unused(): string[];
}

/**
 * Answers from recorded traffic and limits the test to exactly that: a request that was not recorded is an error, and
 * so is a repeated one, unless the recording is there twice or `again` is set.
 */
export function replay(recording: readonly Exchange[], { again = false } = {}): Replay {
  const left = [...recording];
  const requested: string[] = [];

  const fetch: typeof globalThis.fetch = async (input, init) => {
    init?.signal?.throwIfAborted();
    const address = input instanceof Request ? input.url : String(input);
    requested.push(address);
    const index = left.findIndex(({ request }) => request === address);
    const exchange = left[index];
    if (!exchange) {
      // Thrown so that no retry and no handling as a refusal hides it.
      throw new NotRecorded(`${address}\nLeft:\n${left.map(({ request }) => request).join('\n')}`);
    }
    if (!again) {
      left.splice(index, 1);
    }
    return answerOf(exchange);
  };

  return { fetch, requested, unused: () => left.map(({ request }) => request) };
}

/** Returns the answer of one recording. */
export function answerOf({ status = 200, headers = {}, body }: Omit<Exchange, 'request'>): Response {
  const isText = typeof body === 'string';
  const type = isText ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8';
  return new Response(isText ? body : JSON.stringify(body), {
    status,
    headers: { 'content-type': type, ...headers },
  });
}

class NotRecorded extends Error {
  override readonly name = 'NotRecorded';
}
