import { checkRatio } from '@bowerbird/platforms/net/body';
import { failureSent, type SentFailure, sentFailure } from './messages.ts';

/** Marks the message of an error that represents a named failure, because only the message of an error is sent. */
const mark = 'failure:';

/**
 * Returns the body of a response as it is sent to a thread; null if there is none. It ends with an error if it unpacks
 * to far more than came over the wire, which the thread does not see.
 */
export function sentBody(response: Response): ReadableStream<Uint8Array> | null {
  let size = 0;
  return mapped(
    response.body,
    (value) => {
      size += value.byteLength;
      checkRatio(response, size);
    },
    packed,
  );
}

/** Returns the same body within the thread: its failures have their names again, and it ends when the signal fires. */
export function receivedBody(
  body: ReadableStream<Uint8Array> | null,
  signal: AbortSignal | null,
): ReadableStream<Uint8Array> | null {
  return mapped(body, () => signal?.throwIfAborted(), unpacked, signal);
}

function mapped(
  body: ReadableStream<Uint8Array> | null,
  onPiece: (piece: Uint8Array) => void,
  renamed: (thrown: unknown) => unknown,
  signal: AbortSignal | null = null,
): ReadableStream<Uint8Array> | null {
  if (body === null) {
    return null;
  }
  const reader = body.getReader();
  let stop: () => void = () => undefined;
  const forget = () => signal?.removeEventListener('abort', stop);
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        stop = () => {
          controller.error(signal?.reason);
          reader.cancel().catch(() => undefined);
        };
        signal?.addEventListener('abort', stop, { once: true });
      },
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (done) {
            forget();
            controller.close();
            return;
          }
          onPiece(value);
          controller.enqueue(value);
        } catch (thrown) {
          forget();
          reader.cancel().catch(() => undefined);
          controller.error(renamed(thrown));
        }
      },
      async cancel() {
        forget();
        await reader.cancel();
      },
    },
    { highWaterMark: 0 },
  );
}

function packed(thrown: unknown): unknown {
  const failure = sentFailure(thrown);
  return failure.code === null ? thrown : new Error(mark + JSON.stringify(failure));
}

function unpacked(thrown: unknown): unknown {
  return thrown instanceof Error && thrown.message.startsWith(mark)
    ? // Encoded above.
      failureSent(JSON.parse(thrown.message.slice(mark.length)) as SentFailure)
    : thrown;
}
