import type { PlatformContext } from '@bowerbird/platforms/context';
import { watchBody } from '@bowerbird/platforms/net/body';
import { type FromApart, failureSent, type SentAnswer, type ToApart } from './messages.ts';
import { unpacked } from './packed-body.ts';

/** An answer to a message of this process. */
type Reply = Extract<ToApart, { kind: 'answer' | 'chunk' | 'slept' }>;

interface Waiting {
  resolve(reply: Reply): void;
  reject(thrown: unknown): void;
}

/** The outside world as a collector in this process sees it: the program makes every request and every wait. */
export interface OutsideApart {
  context: PlatformContext;
  /** Receives a message that is a response. */
  receive(message: ToApart): void;
}

export function outsideApart(post: (message: FromApart) => void): OutsideApart {
  const waiting = new Map<number, Waiting>();
  let ids = 0;
  let clock = { now: 0, at: performance.now() };

  /** Sends one request to the program; a signal that fires before the response cancels it. */
  function requested<Kind extends Reply['kind']>(
    _kind: Kind,
    message: (id: number) => FromApart,
    signal: AbortSignal | null,
  ): Promise<Extract<Reply, { kind: Kind }>> {
    signal?.throwIfAborted();
    const id = ids;
    ids += 1;
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        waiting.delete(id);
        post({ kind: 'cancel', id });
        reject(signal?.reason);
      };
      const done = () => {
        waiting.delete(id);
        signal?.removeEventListener('abort', giveUp);
      };
      waiting.set(id, {
        resolve: (reply) => {
          done();
          // The program replies to each kind of message with its own kind.
          resolve(reply as Extract<Reply, { kind: Kind }>);
        },
        reject: (thrown) => {
          done();
          reject(thrown);
        },
      });
      signal?.addEventListener('abort', giveUp, { once: true });
      post(message(id));
    });
  }

  /** Yields the body of a response as it came over the wire; `onPiece` gets the size of each chunk. */
  async function* chunksOf(of: number, signal: AbortSignal | null, onPiece: (bytes: number) => void) {
    let isWhole = false;
    try {
      for (;;) {
        const { chunk } = await requested('chunk', (id) => ({ kind: 'pull', id, of }), signal);
        if (chunk === null) {
          isWhole = true;
          return;
        }
        onPiece(chunk.byteLength);
        yield chunk;
      }
    } finally {
      if (!isWhole) {
        post({ kind: 'cancel', id: of });
      }
    }
  }

  function responseOf(of: number, answer: SentAnswer, signal: AbortSignal | null): Response {
    const { status, url, headers, codings } = answer;
    let received = 0;
    const chunks = chunksOf(of, signal, (bytes) => {
      received += bytes;
    });
    const response = new Response(codings && unpacked(chunks, codings), { status, headers });
    // Normally only a network response has a URL, and readers take a page's own address from it.
    Object.defineProperty(response, 'url', { value: url });
    watchBody(response, { received: () => received });
    return response;
  }

  return {
    context: {
      // The program ends the whole process.
      signal: new AbortController().signal,
      now: () => clock.now + performance.now() - clock.at,
      async sleep(ms, signal) {
        await requested('slept', (id) => ({ kind: 'sleep', id, ms }), signal);
      },
      async fetch(input, init) {
        const request = new Request(input, init);
        // biome-ignore lint/plugin: what we send ourselves
        const body = request.body === null ? null : new Uint8Array(await request.arrayBuffer());
        const { method, headers, redirect, url } = request;
        const sent = { method, headers: [...headers] as [string, string][], body, redirect };
        const signal = init?.signal ?? null;
        const { id, answer } = await requested(
          'answer',
          (id) => ({ kind: 'fetch', id, url, init: sent }),
          signal,
        );
        return responseOf(id, answer, signal);
      },
    },
    receive(message) {
      clock = { now: message.now, at: performance.now() };
      switch (message.kind) {
        case 'answer':
        case 'chunk':
        case 'slept':
          waiting.get(message.id)?.resolve(message);
          return;
        case 'refused':
          waiting.get(message.id)?.reject(failureSent(message.failure));
          return;
        default:
      }
    },
  };
}
