/**
 * Moments of a request that writes, at which a proof may strike (`docs/listing-protocol.md`, The proof), in their order. At
 * `gate.after` the gate is passed and nothing is sent. A request or an answer without a body has no half of it.
 */
export const requestMoments = [
  'gate.after',
  'send.first-byte',
  'send.body-half',
  'send.last-byte',
  'answer.headers',
  'answer.body-half',
] as const;
export type RequestMoment = (typeof requestMoments)[number];

/** The gate of one intent (`docs/listing-protocol.md`, Rules of time). */
export interface Gate {
  /** Throws `TooLate` once its time is over: then nothing is sent. */
  (): void;
  /**
   * For proofs: told of each moment of the request, which stands still until what it returns is over and breaks off when
   * that fails. Left out, the request is written in one piece, in the step in which the gate was asked.
   */
  at?: (moment: RequestMoment) => void | Promise<void>;
}

/**
 * How a write is handed to a `fetch`. One that reaches stores asks the gate when the connection is open, in the same
 * synchronous step in which it writes the request's first byte, and sends no request a second time.
 */
export interface GatedInit extends RequestInit {
  gate?: Gate;
}

/** The gate that goes along with a request; undefined for one that writes nothing. */
export function gateIn(init: RequestInit | undefined): Gate | undefined {
  return (init as GatedInit | undefined)?.gate;
}

/** What became of the gate of one request. */
export interface OneTry {
  gate: Gate;
  asked: boolean;
  /** What the gate threw: surely nothing was sent. */
  shut: { because: unknown } | null;
}

/** The gate for one request, which lets it through once: whatever sends the request again below is kept back. */
export function oneTry(gate: Gate): OneTry {
  const ask = () => {
    if (one.asked) {
      throw new Error('a write was about to be sent a second time');
    }
    one.asked = true;
    try {
      gate();
    } catch (thrown) {
      one.shut = { because: thrown };
      throw thrown;
    }
  };
  const one: OneTry = { gate: gate.at ? Object.assign(ask, { at: gate.at }) : ask, asked: false, shut: null };
  return one;
}

/** An answer whose reader is at `answer.body-half` in the midst of its first piece. */
export function halved(answer: Response, at: NonNullable<Gate['at']>): Response {
  let isFirst = true;
  const halves = new TransformStream<Uint8Array, Uint8Array>({
    async transform(piece, out) {
      const half = isFirst ? Math.ceil(piece.byteLength / 2) : 0;
      if (isFirst) {
        isFirst = false;
        out.enqueue(piece.subarray(0, half));
        await at('answer.body-half');
      }
      if (half < piece.byteLength) {
        out.enqueue(piece.subarray(half));
      }
    },
  });
  const { status, statusText, headers } = answer;
  return answer.body
    ? new Response(answer.body.pipeThrough(halves), { status, statusText, headers })
    : answer;
}
