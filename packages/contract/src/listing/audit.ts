import { z } from 'zod/mini';
import { Instant } from '../list.ts';
import { route } from '../route.ts';
import { AcceptedAsStored } from './as-stored.ts';
import { StoreId } from './stores.ts';

/** The result of comparing one whole store with its ledger; each product is counted once. */
export const StoreAudit = z.object({
  /** Listed according to the ledger. */
  listed: z.int(),
  /** Outcome still unknown. */
  open: z.int(),
  /** Duplicates: further products with the same key as a linked product. */
  duplicates: z.int(),
  /** In the ledger, but not in the store. */
  missing: z.int(),
  /** In the store with one of our keys, but not in the ledger. */
  orphans: z.int(),
  /** Partial products, left in the store when it rejected them. */
  unfinished: z.int(),
  /** Listed with values that the store keeps otherwise, as people accepted them; left out where there are none. */
  accepted: z.optional(z.array(AcceptedAsStored)),
  agrees: z.boolean(),
  guarantee: z.string(),
  at: Instant,
});
export type StoreAudit = z.infer<typeof StoreAudit>;

/** Returns the last audit of each store. Audits run every night, and with `bowerbird audit`. */
export const listAudits = route({
  method: 'GET',
  path: '/listing/audits',
  needs: { permission: 'listing', action: 'query' },
  answer: z.array(z.object({ storeId: StoreId, name: z.string(), audit: z.nullable(StoreAudit) })),
});
