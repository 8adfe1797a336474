import { z } from 'zod/mini';
import { Instant } from '../list.ts';
import { route } from '../route.ts';
import { ProductFilter, productSorts } from './products.ts';

/** Texts of a rule for claiming, as typed. */
const typed = z.string().check(z.maxLength(500));

/** What a person saves under a name: a view of the product list, or a rule for claiming as its form was filled in. */
export const SavedContent = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('product-view'),
    filter: ProductFilter,
    sort: z.enum(productSorts),
    direction: z.enum(['asc', 'desc']),
  }),
  z.object({
    kind: z.literal('claim-rule'),
    /** Fields of the console's form, by name. */
    fields: z.record(z.string().check(z.maxLength(40)), z.union([typed, z.boolean()])),
  }),
]);
export type SavedContent = z.infer<typeof SavedContent>;
export type SavedKind = SavedContent['kind'];
export const savedKinds = ['product-view', 'claim-rule'] as const satisfies readonly SavedKind[];

export const SavedItem = z.object({
  id: z.uuid(),
  name: z.string(),
  /** Everybody of the team sees and uses it; only the person who saved it changes it. */
  shared: z.boolean(),
  /** Whether this person may change, share and delete it: their own, or a shared one whose person is gone. */
  mine: z.boolean(),
  /** Who saved it; null when that person is gone. */
  by: z.nullable(z.string()),
  content: SavedContent,
  updatedAt: Instant,
});
export type SavedItem = z.infer<typeof SavedItem>;

const written = {
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(40)),
  shared: z.boolean(),
  content: SavedContent,
};
const params = z.object({ id: z.uuid() });

/** Returns what this person saved and what others share, by name. */
export const listSavedItems = route({
  method: 'GET',
  path: '/saved-items',
  needs: { permission: 'products', action: 'query' },
  query: z.object({ kind: z.enum(savedKinds) }),
  answer: z.array(SavedItem),
});

/**
 * Saves under a name. Fails with `saved-item.name-taken` if this person has one of the same kind and name, and with
 * `saved-item.too-many` at its limit.
 */
export const createSavedItem = route({
  method: 'POST',
  path: '/saved-items',
  needs: { permission: 'products', action: 'query' },
  body: z.object(written),
  answer: SavedItem,
  status: 201,
});

/** Changes one's own. Fails with `saved-item.of-another` for what another person shares. */
export const saveSavedItem = route({
  method: 'PUT',
  path: '/saved-items/:id',
  needs: { permission: 'products', action: 'query' },
  params,
  body: z.object(written),
  answer: SavedItem,
});

export const deleteSavedItem = route({
  method: 'DELETE',
  path: '/saved-items/:id',
  needs: { permission: 'products', action: 'query' },
  params,
  answer: z.object({ deleted: z.literal(true) }),
});

const column = z.string().check(z.minLength(1), z.maxLength(40));

/** How a person arranged the columns of a table; columns are named by the console. */
export const TableLook = z.object({
  hidden: z.array(column).check(z.maxLength(60)),
  order: z.array(column).check(z.maxLength(60)),
  /** The first columns that stay in view when the table is scrolled sideways. */
  pinned: z.array(column).check(z.maxLength(60)),
  /** In pixels. */
  widths: z.record(column, z.int().check(z.minimum(20), z.maximum(2000))),
  density: z.enum(['comfortable', 'compact']),
});
export type TableLook = z.infer<typeof TableLook>;

/** Returns how this person arranged the product list; null while they have not. */
export const getTableLook = route({
  method: 'GET',
  path: '/products/table-look',
  needs: { permission: 'products', action: 'query' },
  answer: z.nullable(TableLook),
});

export const saveTableLook = route({
  method: 'PUT',
  path: '/products/table-look',
  needs: { permission: 'products', action: 'query' },
  body: TableLook,
  answer: TableLook,
});
