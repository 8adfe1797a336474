import type { Collector } from '@bowerbird/platforms/collecting/collector';
import type { Json } from '@bowerbird/platforms/context';
import { asOwner } from '../db/database.ts';
import type { RunControl } from '../runs/work.ts';
import type { Services } from '../services/services.ts';
import type { RunAccess } from '../sources/for-run.ts';
import { boundedCollector } from './apart/bounded-collector.ts';
import { promisedOf, take } from './figures.ts';
import type { Snapshot } from './lists/collected-columns.ts';
import type { Outside } from './outside.ts';
import { type CollectRunRow, holdRun, type Progress, writeFigures } from './progress.ts';
import { saveBatch, type TakenBatch, takeBatch } from './saving/save-batch.ts';
import { SaveQueue } from './saving/save-queue.ts';
import { SearchBeside } from './similar/search-beside.ts';
import { storedKeys } from './similar/stored-keys.ts';

/** How often figures are written while no batch arrives. */
const notifyEveryMs = 500;
/** Most characters saved in one statement: the database keeps them in memory meanwhile. */
const togetherMax = 3_000_000;
/** Most characters waiting to be saved; beyond this, reading the source pauses. */
const waitingMax = 8_000_000;

/** One stretch of a run: where it begins, how it is controlled, and what it may use. */
export interface Stretch {
  services: Services;
  row: CollectRunRow;
  progress: Progress;
  control: RunControl;
  outside: Outside;
  /** The merchant's own access to the source, or null. */
  access: RunAccess | null;
  /** Some products of this platform could not be read before. */
  mayHaveSkips: boolean;
  /** Most products that were saved last were new. */
  mostAreNew?: boolean;
}

/** Collects from the checkpoint to the end; fetches the next batches while earlier ones are being saved. */
export async function collectStretch(stretch: Stretch, collector: Collector): Promise<void> {
  const { row, progress, control, outside } = stretch;
  // New products need their keys: computed here, while others are being saved.
  const prepare = (snapshot: Snapshot) => {
    if (stretch.mostAreNew) {
      storedKeys(row.owner_id, snapshot);
    }
  };
  const requestsBefore = progress.figures.requests;
  const count = () => {
    progress.figures.requests = requestsBefore + outside.requests();
  };
  const beside = new SearchBeside(stretch.services.db, row.owner_id, control.signal);
  const queue = new SaveQueue<Arrived>(
    async (together) => {
      count();
      beside.saved(await saveTogether(stretch, together));
      report(control, progress);
    },
    { weightOf, togetherMax, waitingMax },
  );
  let reportedAt = Number.NEGATIVE_INFINITY;
  const sendReport = async () => {
    const now = stretch.services.clock.monotonic();
    // A save writes the figures itself.
    if (queue.idle && now - reportedAt >= notifyEveryMs) {
      reportedAt = now;
      count();
      await writeDown(stretch);
    }
  };

  const addresses = row.addresses.map((address) => new URL(address));
  const ids = new Set([...progress.got].map((key) => key.slice(key.indexOf(' ') + 1)));
  // Two shops may use the same id; repeated products are then sorted out when they are saved.
  const oneShop = new Set(addresses.map(({ host }) => host)).size === 1;
  const { checkpoint } = progress;
  const alreadyGot = (id: string) => oneShop && ids.has(id);
  const got = () => (oneShop ? ids : []);
  const request = {
    scope: row.scope,
    addresses,
    checkpoint,
    alreadyGot,
    paceMs: row.pace_ms ?? 0,
    stock: row.with_stock,
    ...(stretch.access && { access: stretch.access.credentials }),
  };
  try {
    for await (const event of boundedCollector(row.platform, collector).collect(
      request,
      got,
      outside.context,
    )) {
      beside.goesOn();
      take(progress.figures, event);
      if (event.kind !== 'batch') {
        await sendReport();
        continue;
      }
      const taken = await takeBatch(progress, event, stretch.access?.credentials.connection, prepare);
      for (const { source_id: id } of taken.snapshots) {
        ids.add(id);
      }
      await queue.add({ taken, checkpoint: event.checkpoint });
      beside.waits();
      control.signal.throwIfAborted();
    }
  } finally {
    await queue.drain().finally(() => beside.end());
    count();
  }
}

interface Arrived {
  taken: TakenBatch;
  checkpoint: Json;
}

function weightOf({ taken: { snapshots, skipped } }: Arrived): number {
  const texts = [...snapshots.map(({ content }) => content), ...skipped.map(({ address }) => address)];
  return texts.reduce((sum, text) => sum + text.length, 0);
}

/** Returns how many products were new. */
async function saveTogether(stretch: Stretch, together: readonly Arrived[]): Promise<number> {
  const { services, row, progress } = stretch;
  const { owner_id: ownerId, run_id: runId, platform } = row;
  const way = progress.figures.ways.findLast(({ state }) => state === 'running')?.way ?? null;
  const snapshots = together.flatMap(({ taken }) => taken.snapshots);
  const skipped = together.flatMap(({ taken }) => taken.skipped);
  stretch.mayHaveSkips ||= skipped.length > 0;
  const { added } = await saveBatch(
    services.db,
    { ownerId, runId, platform, way },
    progress,
    { snapshots, skipped },
    together.at(-1)?.checkpoint ?? null,
    stretch.mayHaveSkips,
  );
  stretch.mostAreNew = added * 2 > snapshots.length;
  return added;
}

async function writeDown({ services, row, progress, control }: Stretch): Promise<void> {
  const { owner_id: ownerId, run_id: runId } = row;
  await asOwner(services.db, ownerId, async (owned) => {
    await holdRun(owned, ownerId, runId, progress.batches);
    await writeFigures(owned, ownerId, runId, progress.figures);
  });
  report(control, progress);
}

function report(control: RunControl, { figures }: Progress): void {
  const { got, skipped, promised } = figures;
  const total = promisedOf(promised);
  const left = total === null ? null : Math.max(0, total - got - skipped);
  control.progress({
    done: got,
    total,
    failed: skipped,
    secondsLeft: left === null || got === 0 ? null : (control.workedMs() / 1000 / got) * left,
  });
}
