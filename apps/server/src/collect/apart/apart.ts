import { AppError } from '@bowerbird/contract/errors';
import type { CollectEvent } from '@bowerbird/platforms/collecting/collector';
import type { PlatformContext } from '@bowerbird/platforms/context';
import { standingStill } from '../../isolated/standing-still.ts';
import { type ApartJob, type FromApart, failureSent, type SentFailure, type ToApart } from './messages.ts';
import { giveBack, takeProcess, usualHeapMb } from './reading-processes.ts';
import { Requests } from './requests.ts';
import { Turns } from './turns.ts';

export interface ApartLimits {
  /** JavaScript memory, in megabytes. */
  heapMb: number;
  /** How long the process may be busy without a sign of life, in milliseconds; it waits for all other work. */
  busyMs: number;
}

/** Time for a starting process to report for the first time, in milliseconds. */
const startMs = 60_000;

const usual: ApartLimits = { heapMb: usualHeapMb, busyMs: 60_000 };

/**
 * Runs a collector in a separate process of low priority, and yields what it yields: events of collecting, or one
 * result. Its requests and its waits are made here. Throws what the collector threw; `source.answer-too-costly` if it is
 * busy too long or takes too much memory; and the reason of the context's signal, which ends it at once.
 */
export async function* apart(
  job: ApartJob,
  context: PlatformContext,
  limits: ApartLimits = usual,
): AsyncGenerator<unknown> {
  const { heapMb } = limits;
  standingStill.callWaits();
  const process = await takeProcess(heapMb, context.signal);
  const post = (message: ToApart) => process.isolate.send(message);
  const turns = new Turns();
  const requests = new Requests(context, turns, post);
  const found: unknown[] = [];
  let isDone = false;
  let failure: { because: unknown } | null = null;
  let wake: () => void = () => undefined;
  let heardAt = performance.now() + startMs;

  const fail = (because: unknown) => {
    failure ??= { because };
    wake();
  };
  const costly = (why: string) => fail(new AppError('source.answer-too-costly', why));
  const stopped = () => fail(context.signal.reason);
  const watch = setInterval(() => {
    // First reads the messages that arrived while this process was busy.
    setImmediate(() => {
      if (performance.now() - heardAt > limits.busyMs) {
        costly(`busy for ${limits.busyMs} ms`);
      }
    });
  }, limits.busyMs / 4);

  context.signal.addEventListener('abort', stopped, { once: true });
  process.gone = () => costly(`ended, as with more than ${heapMb} MB`);
  process.hear = (message: FromApart) => {
    heardAt = performance.now();
    turns.done();
    switch (message.kind) {
      case 'event':
        found.push(received(message.event));
        wake();
        return;
      case 'end':
        isDone = true;
        wake();
        return;
      case 'failed':
        fail(failureSent(message.failure));
        return;
      default:
        requests.hear(message);
    }
  };

  try {
    turns.give(() => post({ kind: 'start', job, now: context.now() }));
    for (;;) {
      const woken = new Promise<void>((resolve) => {
        wake = resolve;
      });
      if (found.length > 0) {
        const event = found.shift();
        // The process reads on while this one works with what it has read.
        post({ kind: 'next', now: context.now() });
        yield event;
      } else if (failure !== null) {
        throw (failure as { because: unknown }).because;
      } else if (isDone) {
        return;
      } else {
        await woken;
      }
    }
  } finally {
    clearInterval(watch);
    context.signal.removeEventListener('abort', stopped);
    turns.end();
    requests.end();
    giveBack(process, { isDone, heapMb });
  }
}

/** Returns an event as the collector made it. */
function received(event: unknown): unknown {
  if (typeof event !== 'object' || event === null || !('kind' in event) || event.kind !== 'batch') {
    return event;
  }
  // The event comes from our own code in the process.
  const batch = event as Extract<CollectEvent, { kind: 'batch' }>;
  const skipped = batch.skipped.map((one) => ({
    ...one,
    failure: AppError.from(failureSent(one.failure as unknown as SentFailure)),
  }));
  return { ...batch, skipped };
}
