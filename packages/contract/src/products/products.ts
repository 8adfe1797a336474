import { Edit } from '@bowerbird/catalog/edits/edit';
import { Price, Product, ProductStatus } from '@bowerbird/catalog/product';
import { ShortText } from '@bowerbird/catalog/similar/sent-text';
import { z } from 'zod/mini';
import { Cursor, Instant, listOf } from '../list.ts';
import { PlatformId } from '../platform-id.ts';
import { route } from '../route.ts';
import { MarkColour, TeamMarks } from './mark-values.ts';
import { SentProduct } from './sent-product.ts';

export const ProductId = z.uuid();
export type ProductId = string;

/**
 * Work queues of the merchant. `to-edit`: an image, a price or the description is missing; `to-list`: nothing is
 * missing, and the product is in no store; `changed`: changed since it was listed, in at least one store; `rejected`:
 * rejected by at least one store; `low-margin`: below the price guard's minimum, else below 20 %, for products with a
 * cost. An archived product is only in the queues about listings in stores.
 */
export const productQueues = [
  'to-edit',
  'to-list',
  'changed',
  'rejected',
  'out-of-stock',
  'low-margin',
  'listed',
] as const;
export type ProductQueue = (typeof productQueues)[number];

/** One value that products are filtered by, such as a tag, and the maximum number of values of one kind. */
export const FilterValue = ShortText;
export const filterValuesMax = 1000;

function values<Value extends z.core.$ZodType>(value: Value) {
  return z.array(value).check(z.maxLength(filterValuesMax));
}

/** Conditions that select products: every given condition must hold. */
export const ProductFilter = z.object({
  /** Title, SKU, barcode, tag or handle; every word must occur. */
  text: z.optional(z.string().check(z.maxLength(200))),
  tags: z.optional(values(FilterValue)),
  status: z.optional(values(ProductStatus)),
  platforms: z.optional(values(PlatformId)),
  /** Hosts of sources. */
  sources: z.optional(values(FilterValue)),
  categories: z.optional(values(FilterValue)),
  vendors: z.optional(values(FilterValue)),
  priceMin: z.optional(Price),
  priceMax: z.optional(Price),
  stockMin: z.optional(z.int()),
  stockMax: z.optional(z.int()),
  withoutImages: z.optional(z.boolean()),
  productTypes: z.optional(values(FilterValue)),
  /** Compared with the lowest compare-at price, and the lowest cost, of its variants. */
  compareAtMin: z.optional(Price),
  compareAtMax: z.optional(Price),
  costMin: z.optional(Price),
  costMax: z.optional(Price),
  /** In whole percent. */
  marginMin: z.optional(z.int()),
  marginMax: z.optional(z.int()),
  variantsMin: z.optional(z.int()),
  variantsMax: z.optional(z.int()),
  imagesMin: z.optional(z.int()),
  imagesMax: z.optional(z.int()),
  /** From this instant on, and before that one. `collected`: when its source was first collected. */
  createdFrom: z.optional(Instant),
  createdTo: z.optional(Instant),
  updatedFrom: z.optional(Instant),
  updatedTo: z.optional(Instant),
  collectedFrom: z.optional(Instant),
  collectedTo: z.optional(Instant),
  /** Marks of the team; `none` are products without one. */
  groups: z.optional(values(z.union([z.uuid(), z.literal('none')]))),
  assignees: z.optional(values(z.union([z.uuid(), z.literal('none')]))),
  colours: z.optional(values(z.union([MarkColour, z.literal('none')]))),
  noted: z.optional(z.boolean()),
  /** Stores that `listing` is about; alone: products that are or were listed in one of them. */
  stores: z.optional(values(z.uuid())),
  /** Listing state in any store, or `none`; `changed` is listed, and changed since. */
  listing: z.optional(
    z.enum(['none', 'listed', 'changed', 'refused', 'verifying', 'waiting', 'conflict', 'gone']),
  ),
  queue: z.optional(z.enum(productQueues)),
  collectRunId: z.optional(z.uuid()),
  /** Created by this claim run. */
  claimRunId: z.optional(z.uuid()),
});
export type ProductFilter = z.infer<typeof ProductFilter>;

/** Products selected by id, or by a filter with exceptions. */
export const Selection = z.union([
  z.object({ ids: z.array(ProductId).check(z.minLength(1), z.maxLength(1000)) }),
  z.object({ filter: ProductFilter, except: z.array(ProductId).check(z.maxLength(1000)) }),
]);
export type Selection = z.infer<typeof Selection>;

/** The state of a product in one store. */
export const ListingMark = z.object({
  storeId: z.uuid(),
  storeName: z.string(),
  platform: z.string(),
  state: z.enum([
    'waiting',
    'intended',
    'sent',
    'verifying',
    'listed',
    'changed',
    'refused',
    'conflict',
    'gone',
    'delisted',
  ]),
  fault: z.nullable(
    z.object({ code: z.string(), params: z.record(z.string(), z.union([z.string(), z.number()])) }),
  ),
  at: z.nullable(Instant),
  /** URL of the product in the store, as shoppers see it. */
  address: z.nullable(z.string()),
});
export type ListingMark = z.infer<typeof ListingMark>;

/** A row of the product list. */
export const ProductRow = z.object({
  id: ProductId,
  revision: z.int(),
  title: z.string(),
  status: ProductStatus,
  imageUrl: z.nullable(z.string()),
  sku: z.nullable(z.string()),
  variantCount: z.int(),
  price: z.nullable(Price),
  priceMax: z.nullable(Price),
  currency: z.nullable(z.string()),
  /** Margin in whole percent of the first variant with a cost; null without one. */
  margin: z.nullable(z.int()),
  stock: z.nullable(z.int()),
  /**
   * Whether any variant can be bought, according to the source; null where the source does not say. Left out by older
   * servers.
   */
  availability: z.optional(z.nullable(z.enum(['available', 'sold-out']))),
  category: z.nullable(z.string()),
  tags: z.array(z.string()),
  platform: z.nullable(z.string()),
  sourceHost: z.nullable(z.string()),
  sourceUrl: z.nullable(z.string()),
  imageCount: z.int(),
  /** The lowest of its variants. */
  compareAt: z.nullable(Price),
  cost: z.nullable(Price),
  vendor: z.nullable(z.string()),
  productType: z.nullable(z.string()),
  /** Marks of the team. */
  marks: z.pick(TeamMarks, { group: true, colour: true, assignee: true, note: true }),
  listings: z.array(ListingMark),
  createdAt: Instant,
  updatedAt: Instant,
  /** When its source was first collected; null for a product that was not. */
  collectedAt: z.nullable(Instant),
});
export type ProductRow = z.infer<typeof ProductRow>;

/** Orders that an index answers; no other is offered. */
export const productSorts = [
  'updated',
  'created',
  'collected',
  'title',
  'price',
  'compareAt',
  'cost',
  'margin',
  'stock',
  'variants',
  'images',
  'status',
  'platform',
  'source',
  'vendor',
  'type',
  'category',
] as const;

/** A POST, since a filter can be long; it only reads. */
export const queryProducts = route({
  method: 'POST',
  path: '/products/query',
  needs: { permission: 'products', action: 'query' },
  body: z.object({
    filter: ProductFilter,
    sort: z._default(z.enum(productSorts), 'updated'),
    direction: z._default(z.enum(['asc', 'desc']), 'desc'),
    cursor: z.optional(Cursor),
    limit: z._default(z.int().check(z.minimum(1), z.maximum(200)), 100),
    /** Counts all matches, however long that takes; otherwise counting may end early (`totalIsEstimate`). */
    countAll: z._default(z.boolean(), false),
  }),
  answer: z.extend(listOf(ProductRow), { milliseconds: z.number() }),
});

/** Returns values to filter by, most used first. */
export const getProductFacets = route({
  method: 'GET',
  path: '/products/facets',
  needs: { permission: 'products', action: 'query' },
  answer: z.object({
    tags: z.array(z.object({ value: z.string(), count: z.int() })),
    categories: z.array(z.object({ value: z.string(), count: z.int() })),
    sources: z.array(z.object({ value: z.string(), platform: z.string(), count: z.int() })),
    vendors: z.array(z.object({ value: z.string(), count: z.int() })),
    productTypes: z.array(z.object({ value: z.string(), count: z.int() })),
  }),
});

/** Returns how many products are in each queue, of one source platform or of all. */
export const getProductQueues = route({
  method: 'GET',
  path: '/products/queues',
  needs: { permission: 'products', action: 'query' },
  query: z.object({ platform: z.optional(PlatformId) }),
  answer: z.object({
    counts: z.record(z.enum(productQueues), z.int()),
    /** In percent. */
    lowMarginUnder: z.number(),
  }),
});
export type QueueCounts = z.infer<(typeof getProductQueues)['answer']>;

/** Where the present value of a field, or of one cell of a variant, comes from. */
export const FieldOrigin = z.object({
  /** The field, or the path of a variant's cell that was changed since the product was made: `variants/v3/price`. */
  field: z.string(),
  from: z.enum(['source', 'person', 'rule', 'created', 'store']),
  /** The person, or the rule's name; null for the source. */
  by: z.nullable(z.string()),
  at: Instant,
  changeId: z.nullable(z.uuid()),
});

export type FieldOrigin = z.infer<typeof FieldOrigin>;

export const ProductDetail = z.object({
  id: ProductId,
  revision: z.int(),
  product: Product,
  collectedId: z.nullable(z.uuid()),
  origins: z.array(FieldOrigin),
  listings: z.array(ListingMark),
  createdAt: Instant,
  updatedAt: Instant,
});
export type ProductDetail = z.infer<typeof ProductDetail>;

const params = z.object({ id: ProductId });
export const getProduct = route({
  method: 'GET',
  path: '/products/:id',
  needs: { permission: 'products', action: 'get' },
  params,
  answer: ProductDetail,
});

export const createProduct = route({
  method: 'POST',
  path: '/products',
  needs: { permission: 'products', action: 'add' },
  body: z.object({ product: SentProduct }),
  answer: ProductDetail,
  status: 201,
});

/**
 * Saves one product as the person edited it. `revision` is the one that was read: when a newer one was saved since, the
 * error is `product.changed-meanwhile` and nothing is saved.
 */
export const saveProduct = route({
  method: 'PUT',
  path: '/products/:id',
  needs: { permission: 'products', action: 'edit' },
  params,
  body: z.object({ revision: z.int(), product: SentProduct }),
  answer: z.extend(ProductDetail, {
    /** What was removed from the description for safety: element or attribute names with counts. */
    removedFromHtml: z.array(z.object({ name: z.string(), count: z.int() })),
  }),
});

/** Makes one small change to one product without opening it (a cell of the list). */
export const editProduct = route({
  method: 'POST',
  path: '/products/:id/edit',
  needs: { permission: 'products', action: 'edit' },
  params,
  body: z.object({ edits: z.array(Edit).check(z.minLength(1), z.maxLength(50)) }),
  answer: ProductDetail,
});

/** Duplicates a product, with the suffix after its title and a new handle. The copy is not listed anywhere. */
export const duplicateProduct = route({
  method: 'POST',
  path: '/products/:id/duplicate',
  needs: { permission: 'products', action: 'add' },
  params,
  body: z.object({ suffix: z.string().check(z.minLength(1), z.maxLength(40)) }),
  answer: ProductDetail,
  status: 201,
});

/**
 * Moves the selected products to the bin, from which they can be restored for 30 days; what stands in stores is kept.
 * Returns how many, and the id by which `restoreFromBin` restores them together.
 */
export const deleteProducts = route({
  method: 'POST',
  path: '/products/delete',
  needs: { permission: 'products', action: 'delete' },
  body: z.object({ selection: Selection, expected: z.int() }),
  answer: z.object({ deleted: z.int(), binId: z.uuid() }),
});

/** One value before and after a change, by its path: `title`, `variants/v3/price`. A missing side was no value. */
export const ChangedCell = z.object({
  path: z.string(),
  before: z.optional(z.unknown()),
  after: z.optional(z.unknown()),
  undone: z.boolean(),
});
export type ChangedCell = z.infer<typeof ChangedCell>;

/** One entry of a product's history: its cells before and after. The id is that of its edit set. */
export const ProductChange = z.object({
  id: z.uuid(),
  at: Instant,
  by: z.nullable(z.string()),
  /** `marked`: the team marked it, which changes nothing of the product itself. */
  kind: z.enum([
    'claimed',
    'created',
    'edited',
    'undone',
    'followed',
    'store',
    'ruled',
    'imported',
    'marked',
  ]),
  /** The rule whose attaching, moving or detaching it was, for `ruled`; `version` is null for detaching. */
  rule: z.optional(z.object({ id: z.uuid(), name: z.string(), version: z.nullable(z.int()) })),
  /** The revision that it made; 0 for `marked`. */
  revision: z.int(),
  /** The run that it belongs to. */
  runId: z.optional(z.uuid()),
  /** The store from which it was taken, for `store`. */
  store: z.optional(z.string()),
  cells: z.array(ChangedCell),
  /** Whether all of its cells were undone. */
  undone: z.boolean(),
});
export type ProductChange = z.infer<typeof ProductChange>;

export const getProductHistory = route({
  method: 'GET',
  path: '/products/:id/history',
  needs: { permission: 'products', action: 'get' },
  params,
  answer: z.array(ProductChange),
});

/**
 * Restores the cells that this change wrote, or only those of `paths`, except for those changed again since (`kept`) and
 * those that cannot be restored. The history names the undo as a change of its own, which can be undone as well. Returns
 * what happened to each cell.
 */
export const undoProductChange = route({
  method: 'POST',
  path: '/products/:id/history/:changeId/undo',
  needs: { permission: 'products', action: 'edit' },
  params: z.object({ id: ProductId, changeId: z.uuid() }),
  body: z.nullable(z.object({ paths: z.optional(z.array(ShortText).check(z.maxLength(10_000))) })),
  answer: z.object({
    detail: ProductDetail,
    restored: z.array(z.string()),
    kept: z.array(z.string()),
    impossible: z.array(z.object({ path: z.string(), why: z.enum(['gone', 'invalid', 'inconsistent']) })),
  }),
});
