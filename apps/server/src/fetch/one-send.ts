import type { Readable } from 'node:stream';
import { type Gate, oneTry, type RequestMoment } from '@bowerbird/platforms/gated';
import type { Dispatcher } from 'undici';

type Handler = Dispatcher.DispatchHandler;

/**
 * One request that writes, on its way through undici: written at most once, whatever undici or the store would have sent
 * again, and only through its gate where it has one. Undici calls `onRequestStart` when the connection is open and free and in
 * the step in which it writes the request; what that throws keeps all of it back (`writeH1` in undici's `client-h1.js`). The body
 * goes as bytes and not as the stream that `fetch` makes of it, for undici awaits the pieces of a stream before it writes.
 */
export class OneSend {
  readonly #body: Buffer | null;
  readonly #at: Gate['at'];
  readonly #try: ReturnType<typeof oneTry>;
  /** A moment that lasts longer than what is written meanwhile. */
  #held: Promise<void> = Promise.resolve();

  constructor(body: ArrayBuffer | null, gate: Gate | undefined) {
    this.#body = body && body.byteLength > 0 ? Buffer.from(body) : null;
    this.#at = gate?.at;
    this.#try = oneTry(gate ?? (() => undefined));
  }

  /** What its gate threw; null where the gate kept nothing back. */
  get shut(): { because: unknown } | null {
    return this.#try.shut;
  }

  /** Until no moment of it lasts any longer; fails with what failed at one. */
  async settled(): Promise<void> {
    await this.#held;
  }

  /** For `Dispatcher.compose`. */
  readonly through = (dispatch: Dispatcher['dispatch']): Dispatcher['dispatch'] => {
    return (options, handler) => {
      // Undici takes what can be iterated, as `fetch` hands it in; its declared types do not say so.
      const body = this.#at ? (this.#inPieces(this.#at) as unknown as Readable) : this.#body;
      return dispatch({ ...options, body }, this.#gated(handler));
    };
  };

  #gated(inner: Handler): Handler {
    return {
      onRequestStart: (controller, context) => {
        inner.onRequestStart?.(controller, context);
        // Whoever broke it off while it was being connected has sent nothing.
        if (!controller.aborted) {
          this.#try.gate();
        }
      },
      onRequestSent: () => {
        inner.onRequestSent?.();
        this.#wholeSent();
      },
      onRequestUpgrade: (...told) => inner.onRequestUpgrade?.(...told),
      onResponseStarted: () => inner.onResponseStarted?.(),
      onResponseStart: (...told) => inner.onResponseStart?.(...told),
      onResponseData: (...told) => inner.onResponseData?.(...told),
      onResponseEnd: (...told) => inner.onResponseEnd?.(...told),
      onResponseError: (...told) => inner.onResponseError?.(...told),
    };
  }

  #wholeSent(): void {
    const at = this.#at;
    if (at) {
      // Undici tells it of a request without a body in the step before the bytes: they are written by the next.
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

  /** The body as proofs have it written: its first byte with the headers, then up to its half, then the rest. */
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
    // What fails is told by `settled`.
    moment.catch(() => undefined);
  }
}
