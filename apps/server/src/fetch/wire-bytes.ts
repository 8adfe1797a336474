import type { Dispatcher } from 'undici';

/** Counts the bytes of a response's body as they arrive, before anything unpacks them. */
export class WireBytes {
  received = 0;

  /** For `Dispatcher.compose`. */
  readonly through = (dispatch: Dispatcher['dispatch']): Dispatcher['dispatch'] => {
    return (options, handler) =>
      dispatch(options, {
        onRequestStart: (...reported) => handler.onRequestStart?.(...reported),
        onRequestSent: () => handler.onRequestSent?.(),
        onRequestUpgrade: (...reported) => handler.onRequestUpgrade?.(...reported),
        onResponseStarted: () => handler.onResponseStarted?.(),
        onResponseStart: (...reported) => handler.onResponseStart?.(...reported),
        onResponseData: (controller, chunk) => {
          this.received += chunk.byteLength;
          handler.onResponseData?.(controller, chunk);
        },
        onResponseEnd: (...reported) => handler.onResponseEnd?.(...reported),
        onResponseError: (...reported) => handler.onResponseError?.(...reported),
      });
  };
}
