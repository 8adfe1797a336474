import type { Dispatcher } from 'undici';

/** Counts the bytes of an answer's body as they come, before anything unpacks them. */
export class WireBytes {
  received = 0;

  /** For `Dispatcher.compose`. */
  readonly through = (dispatch: Dispatcher['dispatch']): Dispatcher['dispatch'] => {
    return (options, handler) =>
      dispatch(options, {
        onRequestStart: (...told) => handler.onRequestStart?.(...told),
        onRequestSent: () => handler.onRequestSent?.(),
        onRequestUpgrade: (...told) => handler.onRequestUpgrade?.(...told),
        onResponseStarted: () => handler.onResponseStarted?.(),
        onResponseStart: (...told) => handler.onResponseStart?.(...told),
        onResponseData: (controller, chunk) => {
          this.received += chunk.byteLength;
          handler.onResponseData?.(controller, chunk);
        },
        onResponseEnd: (...told) => handler.onResponseEnd?.(...told),
        onResponseError: (...told) => handler.onResponseError?.(...told),
      });
  };
}
