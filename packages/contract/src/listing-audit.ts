import { z } from 'zod/mini';
import { Instant } from './list.ts';
import { route } from './route.ts';
import { StoreId } from './stores.ts';

/** How one whole store and its ledger stand to each other, each product counted once. */
export const StoreAudit = z.object({
  /** Listed as far as the ledger knows. */
  listed: z.int(),
  /** Of unknown fate still. */
  open: z.int(),
  /** Beside the bound one under the same key. */
  twins: z.int(),
  /** In the ledger, not in the store. */
  missing: z.int(),
  /** In the store under a key of ours, not in the ledger. */
  orphans: z.int(),
  /** Left over in the store from products that it rejected. */
  unfinished: z.int(),
  agrees: z.boolean(),
  guarantee: z.string(),
  at: Instant,
});
export type StoreAudit = z.infer<typeof StoreAudit>;

/** The last audit of each store: made every night, and by `bowerbird audit`. */
export const listAudits = route({
  method: 'GET',
  path: '/listing/audits',
  needs: { permission: 'listing', action: 'query' },
  answer: z.array(z.object({ storeId: StoreId, name: z.string(), audit: z.nullable(StoreAudit) })),
});
