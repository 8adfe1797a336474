import type { CollectRun } from '@bowerbird/contract/collect/collect';
import type { CollectEvent } from '@bowerbird/platforms/collecting/collector';
import type { Found } from '../db/tables/sources.ts';

/** The figures of a collecting run so far; the columns of `collect_run`. */
export interface Figures {
  got: number;
  unchanged: number;
  skipped: number;
  variants: number;
  images: number;
  requests: number;
  promised: CollectRun['promisedBy'];
  slices: CollectRun['slices'];
  ways: CollectRun['ways'];
  /** How often each field was found. */
  found: Found;
}

/** Returns the number that a run must reach: the largest that any way of reading promised; null if none did. */
export function promisedOf(promised: Figures['promised']): number | null {
  return promised.length === 0 ? null : Math.max(...promised.map(({ count }) => count));
}

/** Adds an event of a collector to the figures. */
export function take(figures: Figures, event: CollectEvent): void {
  switch (event.kind) {
    case 'promised': {
      const { way, count } = event;
      figures.promised = [...figures.promised.filter((each) => each.way !== way), { way, count }];
      return;
    }
    case 'way':
      setWay(figures, event);
      return;
    case 'slices':
      figures.slices = event.slices.map(({ name, total }) => ({
        name,
        total,
        done: 0,
        state: 'waiting' as const,
      }));
      return;
    case 'slice': {
      const slice = figures.slices[event.index];
      if (slice) {
        // A resumed run begins its slice again from where it stopped.
        const done = event.state === 'running' ? Math.max(slice.done, event.done) : event.done;
        Object.assign(slice, { state: event.state, done, total: event.total });
      }
      return;
    }
    case 'batch': {
      const slice = figures.slices.find(({ state }) => state === 'running');
      if (slice) {
        slice.done += event.products.length + event.skipped.length;
      }
      return;
    }
  }
}

function setWay(figures: Figures, event: CollectEvent & { kind: 'way' }): void {
  const reported = { way: event.way, state: event.state, count: event.count ?? null };
  const index = figures.ways.findIndex(({ way }) => way === event.way);
  if (index === -1) {
    figures.ways.push(reported);
  } else {
    figures.ways[index] = reported;
  }
}
