import { z } from 'zod';
import type { JobKind } from '../../runs/jobs.ts';
import type { Services } from '../../services/services.ts';
import { type FaultInjector, noFaults } from '../store-job/fault-points.ts';
import { workOnStoreJob } from './store-job-work.ts';

/** The value of `run.request` in a listing run: the shops, each of which is one job. */
export const ListingRequest = z.object({ shopIds: z.array(z.string()), storeIds: z.array(z.string()) });

/** Listing: one job for each run and shop, one at a time for each shop. */
export function listingJob(services: Services, injectFault: FaultInjector = noFaults): JobKind {
  return {
    kind: 'listing',
    keys: (run) => ListingRequest.parse(run.request).shopIds,
    atOnce: 8,
    work: (request, signal) => workOnStoreJob(services, injectFault, request, signal),
  };
}
