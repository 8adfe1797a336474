import { z } from 'zod';
import type { JobKind } from '../runs/jobs.ts';
import type { Services } from '../services.ts';
import { noFaults, type Strike } from './fault-points.ts';
import { workOnLane } from './lane-work.ts';

/** What stands in `run.ask` of a listing run: the shops, each of which is one job. */
export const ListingAsk = z.object({ shopIds: z.array(z.string()), storeIds: z.array(z.string()) });

/** Listing: one job for each run and shop, one at a time for each shop. */
export function listingJob(services: Services, strike: Strike = noFaults): JobKind {
  return {
    kind: 'listing',
    keys: (run) => ListingAsk.parse(run.ask).shopIds,
    atOnce: 8,
    work: (ask, signal) => workOnLane(services, strike, ask, signal),
  };
}
