import { parentPort } from 'node:worker_threads';
import type { CollectEvent, Collector } from '@bowerbird/platforms/collecting/collector';
import { collectors } from '@bowerbird/platforms/collectors';
import type { PlatformContext } from '@bowerbird/platforms/context';
import { type FromThread, sentFailure, type ThreadJob, type ToThread } from './messages.ts';
import { outsideThread } from './outside-thread.ts';

/** How often it says that it is alive, milliseconds. */
const aliveMs = 100;

const port = parentPort;
if (port === null) {
  throw new Error('this is the beginning of a thread');
}
const outside = outsideThread(port);
let goOn: () => void = () => undefined;

port.on('message', (message: ToThread) => {
  outside.receive(message);
  if (message.kind === 'start') {
    void work(message.job);
  } else if (message.kind === 'next') {
    goOn();
  }
});
tell({ kind: 'alive' });

async function work(job: ThreadJob): Promise<void> {
  const alive = setInterval(() => tell({ kind: 'alive' }), aliveMs);
  try {
    const collector = collectors.get(job.platform)?.collector;
    if (collector === undefined) {
      throw new Error(`${job.platform} reads no shops`);
    }
    for await (const event of eventsOf(job, collector, outside.context)) {
      const taken = new Promise<void>((resolve) => {
        goOn = resolve;
      });
      tell({ kind: 'event', event });
      await taken;
    }
    tell({ kind: 'end' });
  } catch (thrown) {
    tell({ kind: 'failed', failure: sentFailure(thrown) });
  } finally {
    clearInterval(alive);
  }
}

async function* eventsOf(
  job: ThreadJob,
  collector: Collector,
  context: PlatformContext,
): AsyncGenerator<unknown> {
  switch (job.kind) {
    case 'preview':
      yield await collector.preview(new URL(job.url), job.scope, context);
      return;
    case 'categories':
      yield await collector.categories(new URL(job.url), context, job.access);
      return;
    case 'recognise': {
      const { url, headers, ...rest } = job.seen;
      yield await collector.recognise({ ...rest, url: new URL(url), headers: new Headers(headers) }, context);
      return;
    }
    case 'collect': {
      const got = new Set(job.got);
      const addresses = job.addresses.map((address) => new URL(address));
      const ask = { ...job.ask, addresses, alreadyGot: (id: string) => got.has(id) };
      for await (const event of collector.collect(ask, context)) {
        yield sendable(event);
        if (event.kind === 'batch') {
          for (const { source } of event.products) {
            if (source) {
              got.add(source.id);
            }
          }
        }
      }
    }
  }
}

/** Errors lose their class on the way to the program. */
function sendable(event: CollectEvent): unknown {
  return event.kind === 'batch'
    ? {
        ...event,
        skipped: event.skipped.map(({ failure, ...rest }) => ({ ...rest, failure: sentFailure(failure) })),
      }
    : event;
}

function tell(message: FromThread): void {
  port?.postMessage(message);
}
