import type { Transferable } from 'node:worker_threads';
import { AppError } from '@bowerbird/contract/errors';
import type { CollectEvent } from '@bowerbird/platforms/collecting/collector';
import type { PlatformContext } from '@bowerbird/platforms/context';
import { sentBody } from './body-stream.ts';
import {
  type FromThread,
  failureSent,
  type SentFailure,
  sentFailure,
  type ThreadJob,
  type ToThread,
} from './messages.ts';
import { giveBack, takeThread, usualHeapMb } from './threads.ts';

export interface ThreadLimits {
  /** JavaScript memory, in megabytes. */
  heapMb: number;
  /** How long the thread may be busy without a sign of life, in milliseconds. */
  busyMs: number;
}

/** Time for a starting thread to report for the first time, in milliseconds. */
const startMs = 30_000;

const usual: ThreadLimits = { heapMb: usualHeapMb, busyMs: 15_000 };

/**
 * Runs a collector in a separate thread, and yields what it yields: events of collecting, or one result. Its requests
 * and its waits are made here. Throws what the collector threw; `source.answer-too-costly` if it is busy too long or
 * takes too much memory; and the reason of the context's signal, which ends it at once.
 */
export async function* inThread(
  job: ThreadJob,
  context: PlatformContext,
  limits: ThreadLimits = usual,
): AsyncGenerator<unknown> {
  const { heapMb } = limits;
  const thread = await takeThread(heapMb, context.signal);
  const ending = new AbortController();
  const within = AbortSignal.any([context.signal, ending.signal]);
  const calls = new Map<number, AbortController>();
  const found: unknown[] = [];
  let isDone = false;
  let failure: { because: unknown } | null = null;
  let wake: () => void = () => undefined;
  let heardAt = performance.now() + startMs;

  const post = (message: ToThread, moved: Transferable[] = []) => thread.postMessage(message, moved);
  const fail = (because: unknown) => {
    failure ??= { because };
    wake();
  };
  const costly = (why: string) => fail(new AppError('source.answer-too-costly', why));
  const stopped = () => fail(context.signal.reason);
  const watch = setInterval(() => {
    // First reads the messages that arrived while this thread was busy.
    setImmediate(() => {
      if (performance.now() - heardAt > limits.busyMs) {
        costly(`busy for ${limits.busyMs} ms`);
      }
    });
  }, limits.busyMs / 4);

  context.signal.addEventListener('abort', stopped, { once: true });
  const broken = (thrown: unknown) => {
    const outOfMemory =
      thrown instanceof Error && 'code' in thrown && thrown.code === 'ERR_WORKER_OUT_OF_MEMORY';
    return outOfMemory ? costly(`more than ${heapMb} MB`) : fail(thrown);
  };
  const gone = () => fail(new Error('the thread ended'));
  const hear = (message: FromThread) => {
    heardAt = performance.now();
    switch (message.kind) {
      case 'fetch':
        void answer(message);
        return;
      case 'sleep':
        void rest(message);
        return;
      case 'cancel':
        calls.get(message.id)?.abort();
        return;
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
    }
  };
  thread.on('error', broken);
  thread.on('exit', gone);
  thread.on('message', hear);

  try {
    post({ kind: 'start', job, now: context.now() });
    for (;;) {
      const woken = new Promise<void>((resolve) => {
        wake = resolve;
      });
      if (found.length > 0) {
        yield found.shift();
        post({ kind: 'next', now: context.now() });
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
    ending.abort();
    thread.off('error', broken).off('exit', gone).off('message', hear);
    await giveBack(thread, { isDone, heapMb });
  }

  async function answer({ id, url, init }: Extract<FromThread, { kind: 'fetch' }>): Promise<void> {
    const call = new AbortController();
    calls.set(id, call);
    try {
      const signal = AbortSignal.any([within, call.signal]);
      const response = await context.fetch(url, { ...init, signal });
      const body = sentBody(response);
      const { status, headers } = response;
      post(
        {
          kind: 'answer',
          id,
          answer: { status, url: response.url, headers: [...headers], body },
          now: context.now(),
        },
        // The same class from another declaration.
        body ? [body as unknown as Transferable] : [],
      );
      calls.delete(id);
    } catch (thrown) {
      refuse(id, sentFailure(thrown));
    }
  }

  async function rest({ id, ms }: Extract<FromThread, { kind: 'sleep' }>): Promise<void> {
    const call = new AbortController();
    calls.set(id, call);
    try {
      await context.sleep(ms, AbortSignal.any([within, call.signal]));
      post({ kind: 'slept', id, now: context.now() });
    } catch (thrown) {
      refuse(id, sentFailure(thrown));
    } finally {
      calls.delete(id);
    }
  }

  function refuse(id: number, refusal: SentFailure): void {
    calls.delete(id);
    post({ kind: 'refused', id, failure: refusal, now: context.now() });
  }
}

/** Returns an event as the collector made it. */
function received(event: unknown): unknown {
  if (typeof event !== 'object' || event === null || !('kind' in event) || event.kind !== 'batch') {
    return event;
  }
  // The event comes from our own code in the thread.
  const batch = event as Extract<CollectEvent, { kind: 'batch' }>;
  const skipped = batch.skipped.map((one) => ({
    ...one,
    failure: AppError.from(failureSent(one.failure as unknown as SentFailure)),
  }));
  return { ...batch, skipped };
}
