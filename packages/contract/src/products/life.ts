import { Edit } from '@bowerbird/catalog/edits/edit';
import { z } from 'zod/mini';
import { Instant } from '../list.ts';
import { route } from '../route.ts';
import { Fault, RunId } from '../runs.ts';
import { ListingMark, ProductId } from './products.ts';

const RunRef = z.object({ id: RunId, title: z.string() });

export const logResults = ['done', 'failed', 'open'] as const;

/** One line of a product's logs. Names are of people; null where the system acted by itself. */
const line = {
  id: z.string(),
  at: Instant,
  by: z.nullable(z.string()),
  result: z.enum(logResults),
  /** The run it belongs to; null for a manual action. */
  run: z.nullable(RunRef),
};

export const CollectingLine = z.object({ ...line, kind: z.enum(['collected', 'changed']) });
export const EditingLine = z.object({
  ...line,
  kind: z.enum(['claimed', 'created', 'edited', 'undone', 'followed', 'store', 'ruled', 'imported']),
  fields: z.array(z.string()),
  revision: z.int(),
  takenBack: z.boolean(),
});
export const ListingLine = z.object({
  ...line,
  kind: z.enum(['create', 'update', 'publish', 'delist', 'relist', 'remove', 'untrash', 'stock', 'image']),
  store: z.string(),
  revision: z.int(),
  fault: z.nullable(Fault),
});

/** A product's history from its source page to its stores. */
export const ProductLife = z.object({
  id: ProductId,
  title: z.string(),
  imageUrl: z.nullable(z.string()),
  sku: z.nullable(z.string()),
  status: z.string(),
  price: z.nullable(z.string()),
  currency: z.nullable(z.string()),
  revision: z.int(),
  createdAt: Instant,
  updatedAt: Instant,
  /** Null for a product created by hand. */
  source: z.nullable(
    z.object({
      /** Null once it was deleted from the collected products. */
      collectedId: z.nullable(z.uuid()),
      platform: z.string(),
      shop: z.string(),
      url: z.string(),
      collectedAt: z.nullable(Instant),
      changedAt: z.nullable(Instant),
      timesSeen: z.int(),
      versions: z.int(),
      firstRun: z.nullable(RunRef),
      lastRun: z.nullable(RunRef),
    }),
  ),
  /** How it was added to the products, with the rules applied then. */
  claim: z.nullable(
    z.object({
      at: Instant,
      by: z.nullable(z.string()),
      edits: z.array(Edit),
      fields: z.array(z.string()),
      run: z.nullable(RunRef),
    }),
  ),
  /** Files for which it was selected by hand; files made from a filter do not name their products. */
  exports: z.array(
    z.object({
      run: RunRef,
      fileId: z.nullable(z.uuid()),
      at: Instant,
      by: z.nullable(z.string()),
      products: z.int(),
    }),
  ),
  stores: z.array(
    z.extend(ListingMark, {
      attempts: z.int(),
      listedRevision: z.nullable(z.int()),
      address: z.nullable(z.string()),
    }),
  ),
  collecting: z.array(CollectingLine),
  editing: z.array(EditingLine),
  listing: z.array(ListingLine),
});
export type ProductLife = z.infer<typeof ProductLife>;

export const getProductLife = route({
  method: 'GET',
  path: '/products/:id/life',
  needs: { permission: 'products', action: 'get' },
  params: z.object({ id: ProductId }),
  answer: ProductLife,
});
