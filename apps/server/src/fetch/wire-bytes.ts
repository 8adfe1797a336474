import type { Dispatcher } from 'undici';

/** `fetch` unpacks nothing that has this coding. */
const plain = Buffer.from('identity');

/** Sees a response's body as it arrives, before anything unpacks it: counts its bytes, and can keep it packed. */
export class WireBytes {
  received = 0;
  /** Codings of a body that is kept packed, in the order in which they were applied. */
  codings: string[] = [];
  readonly #isKeptPacked: boolean;

  constructor(isKeptPacked: boolean) {
    this.#isKeptPacked = isKeptPacked;
  }

  /** For `Dispatcher.compose`. */
  readonly through = (dispatch: Dispatcher['dispatch']): Dispatcher['dispatch'] => {
    return (options, handler) =>
      dispatch(options, {
        onRequestStart: (...reported) => handler.onRequestStart?.(...reported),
        onRequestSent: () => handler.onRequestSent?.(),
        onRequestUpgrade: (...reported) => handler.onRequestUpgrade?.(...reported),
        onResponseStarted: () => handler.onResponseStarted?.(),
        onResponseStart: (controller, ...reported) => {
          if (this.#isKeptPacked) {
            this.#takeCodings(controller.rawHeaders);
          }
          handler.onResponseStart?.(controller, ...reported);
        },
        onResponseData: (controller, chunk) => {
          this.received += chunk.byteLength;
          handler.onResponseData?.(controller, chunk);
        },
        onResponseEnd: (...reported) => handler.onResponseEnd?.(...reported),
        onResponseError: (...reported) => handler.onResponseError?.(...reported),
      });
  };

  /** Takes the codings out of the headers: names and values in turn, as undici's `fetch` reads them. */
  #takeCodings(headers: Dispatcher.DispatchController['rawHeaders']): void {
    this.codings = [];
    if (!Array.isArray(headers)) {
      return;
    }
    for (let at = 0; at + 1 < headers.length; at += 2) {
      if (String(headers[at]).toLowerCase() === 'content-encoding') {
        this.codings.push(
          ...String(headers[at + 1])
            .toLowerCase()
            .split(',')
            .map((each) => each.trim()),
        );
        headers[at + 1] = plain;
      }
    }
  }
}
