import type { MessagePort } from 'node:worker_threads';
import type { PlatformContext } from '@bowerbird/platforms/context';
import { receivedBody } from './body-stream.ts';
import { type FromThread, failureSent, type SentAnswer, type ToThread } from './messages.ts';

interface Waiting {
  resolve(value: SentAnswer | null): void;
  reject(thrown: unknown): void;
}

/** The outside world as a collector in a thread sees it: the program makes every request and every wait. */
export interface OutsideThread {
  context: PlatformContext;
  /** Receives a message that is a response. */
  receive(message: ToThread): void;
}

export function outsideThread(port: MessagePort): OutsideThread {
  const waiting = new Map<number, Waiting>();
  let ids = 0;
  let clock = { now: 0, at: performance.now() };

  /** Sends one request to the program; a signal that fires before the response cancels it. */
  function requested(
    message: (id: number) => FromThread,
    signal: AbortSignal | null,
  ): Promise<SentAnswer | null> {
    signal?.throwIfAborted();
    const id = ids;
    ids += 1;
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        waiting.delete(id);
        port.postMessage({ kind: 'cancel', id } satisfies FromThread);
        reject(signal?.reason);
      };
      const done = () => {
        waiting.delete(id);
        signal?.removeEventListener('abort', giveUp);
      };
      waiting.set(id, {
        resolve: (value) => {
          done();
          resolve(value);
        },
        reject: (thrown) => {
          done();
          reject(thrown);
        },
      });
      signal?.addEventListener('abort', giveUp, { once: true });
      port.postMessage(message(id));
    });
  }

  return {
    context: {
      // The program ends the whole thread.
      signal: new AbortController().signal,
      now: () => clock.now + performance.now() - clock.at,
      async sleep(ms, signal) {
        await requested((id) => ({ kind: 'sleep', id, ms }), signal);
      },
      async fetch(input, init) {
        const request = new Request(input, init);
        // biome-ignore lint/plugin: what we send ourselves
        const body = request.body === null ? null : await request.arrayBuffer();
        const { method, headers, redirect, url } = request;
        const sent = { method, headers: [...headers] as [string, string][], body, redirect };
        const answer = await requested(
          (id) => ({ kind: 'fetch', id, url, init: sent }),
          init?.signal ?? null,
        );
        return responseOf(answer, init?.signal ?? null);
      },
    },
    receive(message) {
      clock = { now: message.now, at: performance.now() };
      switch (message.kind) {
        case 'answer':
          waiting.get(message.id)?.resolve(message.answer);
          return;
        case 'slept':
          waiting.get(message.id)?.resolve(null);
          return;
        case 'refused':
          waiting.get(message.id)?.reject(failureSent(message.failure));
          return;
        default:
      }
    },
  };
}

function responseOf(answer: SentAnswer | null, signal: AbortSignal | null): Response {
  if (answer === null) {
    throw new Error('a request was answered like a wait');
  }
  const { status, url, headers, body } = answer;
  const response = new Response(receivedBody(body, signal), { status, headers });
  // Normally only a network response has a URL, and readers take a page's own address from it.
  Object.defineProperty(response, 'url', { value: url });
  return response;
}
