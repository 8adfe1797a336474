import type { CollectEvent, Collector } from '@bowerbird/platforms/collecting/collector';
import { collectors } from '@bowerbird/platforms/collectors';
import type { PlatformContext } from '@bowerbird/platforms/context';
import { parseLongTextsFirst } from '@bowerbird/platforms/reading/json/bounded-json';
import { yieldToOthers } from '../../isolated/job.ts';
import { type ApartJob, type FromApart, sentFailure, type ToApart } from './messages.ts';
import { outsideApart } from './outside-apart.ts';
import { pageBytesMax, startOf } from './packed-body.ts';

/** Interval at which the process reports that it is alive, in milliseconds. */
const aliveMs = 100;

yieldToOthers();
parseLongTextsFirst();
const outside = outsideApart(report);
let goOn: () => void = () => undefined;

process.on('message', (message: ToApart) => {
  outside.receive(message);
  if (message.kind === 'start') {
    void work(message.job);
  } else if (message.kind === 'next') {
    goOn();
  }
});
process.on('disconnect', () => process.exit());
report({ kind: 'alive' });

async function work(job: ApartJob): Promise<void> {
  const alive = setInterval(() => report({ kind: 'alive' }), aliveMs);
  try {
    for await (const event of eventsOf(job, outside.context)) {
      const taken = new Promise<void>((resolve) => {
        goOn = resolve;
      });
      report({ kind: 'event', event });
      await taken;
    }
    report({ kind: 'end' });
  } catch (thrown) {
    report({ kind: 'failed', failure: sentFailure(thrown) });
  } finally {
    clearInterval(alive);
  }
}

async function* eventsOf(job: ApartJob, context: PlatformContext): AsyncGenerator<unknown> {
  if (job.kind === 'recognise') {
    const { url, status, headers, page } = job.seen;
    const body = new TextDecoder().decode(await startOf(page, pageBytesMax));
    const seen = { status, body, url: new URL(url), headers: new Headers(headers) };
    yield* await Promise.all(job.platforms.map((id) => collectorOf(id).recognise(seen, context)));
    return;
  }
  const collector = collectorOf(job.platform);
  switch (job.kind) {
    case 'preview':
      yield await collector.preview(new URL(job.url), job.scope, context);
      return;
    case 'categories':
      yield await collector.categories(new URL(job.url), context, job.access);
      return;
    case 'collect': {
      const got = new Set(job.got);
      const addresses = job.addresses.map((address) => new URL(address));
      const request = { ...job.request, addresses, alreadyGot: (id: string) => got.has(id) };
      for await (const event of collector.collect(request, context)) {
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

function collectorOf(platform: string): Collector {
  const collector = collectors.get(platform)?.collector;
  if (collector === undefined) {
    throw new Error(`${platform} reads no shops`);
  }
  return collector;
}

/** Errors lose their class when they are sent to the program. */
function sendable(event: CollectEvent): unknown {
  return event.kind === 'batch'
    ? {
        ...event,
        skipped: event.skipped.map(({ failure, ...rest }) => ({ ...rest, failure: sentFailure(failure) })),
      }
    : event;
}

function report(message: FromApart): void {
  process.send?.(message);
}
