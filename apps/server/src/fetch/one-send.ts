import type { Readable } from 'node:stream';
import { type Gate, oneTry, type RequestMoment } from '@bowerbird/platforms/net/gated';
import type { Dispatcher } from 'undici';

type Handler = Dispatcher.DispatchHandler;

/**
 * One write request on its way through undici. It is written at most once, even if undici or the store would have sent
 * it again, and only through its gate if it has one. Undici calls `onRequestStart` when the connection is open and
 * free, in the same step in which it writes the request; an exception there holds all of the request back (`writeH1` in
 * undici's `client-h1.js`). The body is passed as bytes and not as the stream that `fetch` makes of it, because undici
 * awaits the chunks of a stream before it writes.
 */
export class OneSend {
  readonly #body: Buffer | null;
  readonly #at: Gate['at'];
  readonly #try: ReturnType<typeof oneTry>;
  /** Pending work of a fault point, which can take longer than what is written meanwhile. */
  #held: Promise<void> = Promise.resolve();

  constructor(body: ArrayBuffer | null, gate: Gate | undefined) {
    this.#body = body && body.byteLength > 0 ? Buffer.from(body) : null;
    this.#at = gate?.at;
    this.#try = oneTry(gate ?? (() => undefined));
  }

  /** What the gate threw; null if the gate held nothing back. */
  get shut(): { because: unknown } | null {
    return this.#try.shut;
  }

  /** Waits until no fault point is pending; fails with the error of a failed one. */
  async settled(): Promise<void> {
    await this.#held;
  }

  /** For `Dispatcher.compose`. */
  readonly through = (dispatch: Dispatcher['dispatch']): Dispatcher['dispatch'] => {
    return (options, handler) => {
      // Undici accepts iterables, as `fetch` passes them; its declared types do not say so.
      const body = this.#at ? (this.#inPieces(this.#at) as unknown as Readable) : this.#body;
      return dispatch({ ...options, body }, this.#gated(handler));
    };
  };

  #gated(inner: Handler): Handler {
    return {
      onRequestStart: (controller, context) => {
        inner.onRequestStart?.(controller, context);
        // A request that was aborted while connecting has sent nothing.
        if (!controller.aborted) {
          this.#try.gate();
        }
      },
      onRequestSent: () => {
        inner.onRequestSent?.();
        this.#wholeSent();
      },
      onRequestUpgrade: (...reported) => inner.onRequestUpgrade?.(...reported),
      onResponseStarted: () => inner.onResponseStarted?.(),
      onResponseStart: (...reported) => inner.onResponseStart?.(...reported),
      onResponseData: (...reported) => inner.onResponseData?.(...reported),
      onResponseEnd: (...reported) => inner.onResponseEnd?.(...reported),
      onResponseError: (...reported) => inner.onResponseError?.(...reported),
    };
  }

  #wholeSent(): void {
    const at = this.#at;
    if (at) {
      // For a request without a body, undici calls this in the step before the bytes: the next step writes them.
      this.#hold(
        Promise.resolve().then(async () => {
          if (this.#body === null) {
            await at('send.first-byte');
          }
          await at('send.last-byte');
        }),
      );
    }
  }

  /** Yields the body as proofs need it written: its first byte with the headers, then up to its half, then the rest. */
  async *#inPieces(at: NonNullable<Gate['at']>): AsyncGenerator<Buffer> {
    const body = this.#body;
    await at('gate.after');
    if (body === null) {
      return;
    }
    const half = Math.max(1, Math.ceil(body.byteLength / 2));
    const pieces: [end: number, moment: RequestMoment | null][] = [
      [1, 'send.first-byte'],
      [half, 'send.body-half'],
      [body.byteLength, null],
    ];
    let sent = 0;
    for (const [end, moment] of pieces) {
      if (end > sent) {
        yield body.subarray(sent, end);
        sent = end;
      }
      if (moment !== null) {
        await at(moment);
      }
    }
  }

  #hold(moment: Promise<void>): void {
    this.#held = moment;
    // `settled` reports failures.
    moment.catch(() => undefined);
  }
}
