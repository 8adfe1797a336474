/**
 * Moments of a write request at which a proof can inject a fault (`docs/listing-protocol.md`, The proof), in order. At
 * `gate.after` the gate is passed and nothing is sent. A request or an answer without a body has no half-body moment.
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

/** The send gate of one intent (`docs/listing-protocol.md`, Rules of time). */
export interface Gate {
  /** Throws `TooLate` once its time is over: then nothing is sent. */
  (): void;
  /**
   * For proofs: called at each moment of the request, which pauses until the returned promise resolves and aborts when
   * it rejects. When omitted, the request is written in one piece, in the same step in which the gate was called.
   */
  at?: (moment: RequestMoment) => void | Promise<void>;
}

/**
 * How a write is passed to a `fetch`. A fetch that reaches stores calls the gate when the connection is open, in the
 * same synchronous step in which it writes the request's first byte, and never sends a request twice.
 */
export interface GatedInit extends RequestInit {
  gate?: Gate;
}

/** Returns the gate that comes with a request; undefined for a request that writes nothing. */
export function gateIn(init: RequestInit | undefined): Gate | undefined {
  return (init as GatedInit | undefined)?.gate;
}

/** State of one request's gate. */
export interface OneTry {
  gate: Gate;
  requested: boolean;
  /** What the gate threw: certainly nothing was sent. */
  shut: { because: unknown } | null;
}

/** Returns the gate for one request, which lets it pass once: blocks any repeated sending at a lower level. */
export function oneTry(gate: Gate): OneTry {
  const call = () => {
    if (one.requested) {
      throw new Error('a write was about to be sent a second time');
    }
    one.requested = true;
    try {
      gate();
    } catch (thrown) {
      one.shut = { because: thrown };
      throw thrown;
    }
  };
  const one: OneTry = {
    gate: gate.at ? Object.assign(call, { at: gate.at }) : call,
    requested: false,
    shut: null,
  };
  return one;
}

/** Returns an answer that reports `answer.body-half` in the middle of its first chunk. */
export function halved(answer: Response, at: NonNullable<Gate['at']>): Response {
  let isFirst = true;
  const halves = new TransformStream<Uint8Array, Uint8Array>({
    async transform(unit, out) {
      const half = isFirst ? Math.ceil(unit.byteLength / 2) : 0;
      if (isFirst) {
        isFirst = false;
        out.enqueue(unit.subarray(0, half));
        await at('answer.body-half');
      }
      if (half < unit.byteLength) {
        out.enqueue(unit.subarray(half));
      }
    },
  });
  const { status, statusText, headers } = answer;
  return answer.body
    ? new Response(answer.body.pipeThrough(halves), { status, statusText, headers })
    : answer;
}
