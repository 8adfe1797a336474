import type { PlatformContext } from '@bowerbird/platforms/context';
import { checkRatio } from '@bowerbird/platforms/net/body';
import { connectionFailure } from '@bowerbird/platforms/net/failures';
import { codingsOf, type PackedInit } from '@bowerbird/platforms/net/packed';
import { type FromApart, type SentFailure, sentFailure, type ToApart } from './messages.ts';
import type { Turns } from './turns.ts';

/** Chunks of a body are sent together, up to so many bytes: each message waits for this process and for the other one. */
const togetherBytes = 512_000;
/** After this many milliseconds no further chunk is awaited: the process that reads a slow body notices that it is slow. */
const togetherMs = 50;

/** A body that is being sent, some chunks at a time. */
interface Body {
  url: URL;
  response: Response;
  reader: ReadableStreamDefaultReader<Uint8Array>;
  sent: number;
  isWhole: boolean;
}

type Requested<Kind extends FromApart['kind']> = Extract<FromApart, { kind: Kind }>;

/**
 * Makes the requests and waits of a collector in a separate process, for one job. Bodies are sent as they came over the
 * wire, so that this process has next to no work with them, whatever they unpack to.
 */
export class Requests {
  readonly #context: PlatformContext;
  readonly #post: (message: ToApart) => void;
  readonly #turns: Turns;
  readonly #ending = new AbortController();
  readonly #calls = new Map<number, AbortController>();
  readonly #bodies = new Map<number, Body>();

  constructor(context: PlatformContext, turns: Turns, post: (message: ToApart) => void) {
    this.#turns = turns;
    this.#context = context;
    this.#post = post;
  }

  /** Receives a message of the process that requests or cancels something; ignores any other. */
  hear(message: FromApart): void {
    switch (message.kind) {
      case 'fetch':
        void this.#fetch(message);
        return;
      case 'pull':
        void this.#pull(message);
        return;
      case 'sleep':
        void this.#sleep(message);
        return;
      case 'cancel':
        this.#calls.get(message.id)?.abort();
        this.#drop(message.id);
        return;
      default:
    }
  }

  /** Ends everything that is still going on. */
  end(): void {
    this.#ending.abort();
    for (const id of this.#bodies.keys()) {
      this.#drop(id);
    }
  }

  async #fetch({ id, url, init }: Requested<'fetch'>): Promise<void> {
    try {
      const packed: PackedInit = { ...init, signal: this.#signalOf(id), packed: true };
      const response = await this.#context.fetch(url, packed);
      const { status, headers, body } = response;
      if (body === null) {
        this.#calls.delete(id);
      } else {
        this.#bodies.set(id, {
          url: new URL(url),
          response,
          reader: body.getReader(),
          sent: 0,
          isWhole: false,
        });
      }
      const codings = body && codingsOf(response);
      const answer = { status, url: response.url, headers: [...headers] as [string, string][], codings };
      this.#post({ kind: 'answer', id, answer, now: this.#context.now() });
    } catch (thrown) {
      this.#refuse(id, sentFailure(thrown));
    }
  }

  async #pull({ id, of }: Requested<'pull'>): Promise<void> {
    const body = this.#bodies.get(of);
    if (body === undefined) {
      return;
    }
    try {
      const chunk = await nextChunks(body);
      const send = () => this.#post({ kind: 'chunk', id, chunk, now: this.#context.now() });
      if (chunk === null) {
        this.#bodies.delete(of);
        this.#calls.delete(of);
        // What follows is reading the whole body.
        this.#turns.give(send);
      } else {
        send();
      }
    } catch (thrown) {
      this.#drop(of);
      this.#refuse(id, sentFailure(connectionFailure(thrown, body.url, true)));
    }
  }

  async #sleep({ id, ms }: Requested<'sleep'>): Promise<void> {
    try {
      await this.#context.sleep(ms, this.#signalOf(id));
      this.#post({ kind: 'slept', id, now: this.#context.now() });
    } catch (thrown) {
      this.#refuse(id, sentFailure(thrown));
    } finally {
      this.#calls.delete(id);
    }
  }

  #signalOf(id: number): AbortSignal {
    const call = new AbortController();
    this.#calls.set(id, call);
    return AbortSignal.any([this.#context.signal, this.#ending.signal, call.signal]);
  }

  #drop(id: number): void {
    this.#bodies
      .get(id)
      ?.reader.cancel()
      .catch(() => undefined);
    this.#bodies.delete(id);
    this.#calls.delete(id);
  }

  #refuse(id: number, failure: SentFailure): void {
    this.#calls.delete(id);
    this.#post({ kind: 'refused', id, failure, now: this.#context.now() });
  }
}

/** Returns what comes next of a body, joined; null after its end. Throws for a body that unpacks to too much. */
async function nextChunks(body: Body): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = [];
  const beganAt = performance.now();
  let bytes = 0;
  while (!body.isWhole && bytes < togetherBytes && performance.now() - beganAt < togetherMs) {
    const { done, value } = await body.reader.read();
    if (done) {
      body.isWhole = true;
    } else {
      chunks.push(value);
      bytes += value.byteLength;
      body.sent += value.byteLength;
      checkRatio(body.response, body.sent);
    }
  }
  const [only] = chunks;
  return only === undefined ? null : chunks.length === 1 ? only : Buffer.concat(chunks);
}
