import { Edit } from '@bowerbird/catalog/edit';
import { Price, Product, ProductStatus } from '@bowerbird/catalog/product';
import { ShortText } from '@bowerbird/catalog/sent-text';
import { z } from 'zod/mini';
import { Cursor, Instant, listOf } from './list.ts';
import { PlatformId } from './platform-id.ts';
import { route } from './route.ts';
import { SentProduct } from './sent-product.ts';

export const ProductId = z.uuid();
export type ProductId = string;

/**
 * Work that waits for the merchant, or is done. `to-edit`: an image, a price or the description is missing; `to-list`: nothing is
 * missing, and no store knows the product; `changed`: since it was listed, in at least one store; `rejected`: by at least one store;
 * `low-margin`: under the price guard's minimum, else under 20 %, of products with a cost. An archived product is only in the
 * queues of what stores have.
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

/** One value that products are filtered by, such as a tag, and how many of a kind. */
export const FilterValue = ShortText;
export const filterValuesMax = 1000;

function values<Value extends z.core.$ZodType>(value: Value) {
  return z.array(value).check(z.maxLength(filterValuesMax));
}

/** Which products: every condition given must hold. */
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
  withoutPictures: z.optional(z.boolean()),
  /** Listing state in any store, or `none`; `changed` is listed, and changed since. */
  listing: z.optional(
    z.enum(['none', 'listed', 'changed', 'refused', 'unsure', 'waiting', 'conflict', 'gone']),
  ),
  queue: z.optional(z.enum(productQueues)),
  collectRunId: z.optional(z.uuid()),
  /** Made by this run of adding collected products. */
  claimRunId: z.optional(z.uuid()),
});
export type ProductFilter = z.infer<typeof ProductFilter>;

/** Chosen by hand, or by a filter with what was taken out again. */
export const Selection = z.union([
  z.object({ ids: z.array(ProductId).check(z.minLength(1), z.maxLength(1000)) }),
  z.object({ filter: ProductFilter, except: z.array(ProductId).check(z.maxLength(1000)) }),
]);
export type Selection = z.infer<typeof Selection>;

/** Where a product stands in one store. */
export const ListingMark = z.object({
  storeId: z.uuid(),
  storeName: z.string(),
  platform: z.string(),
  state: z.enum([
    'waiting',
    'intended',
    'sent',
    'unsure',
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
  /** Of the product in the store, where shoppers see it. */
  address: z.nullable(z.string()),
});
export type ListingMark = z.infer<typeof ListingMark>;

/** A row of the product list. */
export const ProductRow = z.object({
  id: ProductId,
  revision: z.int(),
  title: z.string(),
  status: ProductStatus,
  pictureUrl: z.nullable(z.string()),
  sku: z.nullable(z.string()),
  variantCount: z.int(),
  price: z.nullable(Price),
  priceMax: z.nullable(Price),
  currency: z.nullable(z.string()),
  /** Whole percent of the first variant with a cost; null without. */
  margin: z.nullable(z.int()),
  stock: z.nullable(z.int()),
  /** Whether anything of it can be bought, by what its source says; null where it does not say. Left out by older servers. */
  availability: z.optional(z.nullable(z.enum(['available', 'sold-out']))),
  category: z.nullable(z.string()),
  tags: z.array(z.string()),
  platform: z.nullable(z.string()),
  sourceHost: z.nullable(z.string()),
  sourceUrl: z.nullable(z.string()),
  /** What the merchant noted about it. */
  note: z.nullable(z.string()),
  listings: z.array(ListingMark),
  updatedAt: Instant,
});
export type ProductRow = z.infer<typeof ProductRow>;

export const productSorts = ['updated', 'created', 'title', 'price', 'stock'] as const;

/** A POST, since a filter can be long; it reads only. */
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
  }),
  answer: z.extend(listOf(ProductRow), { milliseconds: z.number() }),
});

/** Values to filter by, most used first. */
export const getProductFacets = route({
  method: 'GET',
  path: '/products/facets',
  needs: { permission: 'products', action: 'query' },
  answer: z.object({
    tags: z.array(z.object({ value: z.string(), count: z.int() })),
    categories: z.array(z.object({ value: z.string(), count: z.int() })),
    sources: z.array(z.object({ value: z.string(), platform: z.string(), count: z.int() })),
    vendors: z.array(z.object({ value: z.string(), count: z.int() })),
  }),
});

/** How many products are in each queue, of one source platform or of all. */
export const getProductQueues = route({
  method: 'GET',
  path: '/products/queues',
  needs: { permission: 'products', action: 'query' },
  query: z.object({ platform: z.optional(PlatformId) }),
  answer: z.object({
    counts: z.record(z.enum(productQueues), z.int()),
    /** Percent. */
    lowMarginUnder: z.number(),
  }),
});
export type QueueCounts = z.infer<(typeof getProductQueues)['answer']>;

/** Where a field's present value comes from. */
export const FieldOrigin = z.object({
  field: z.string(),
  from: z.enum(['source', 'person', 'rule', 'created', 'store']),
  /** Who, or the rule's name; null for the source. */
  by: z.nullable(z.string()),
  at: Instant,
  changeId: z.nullable(z.uuid()),
});

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
 * Saves one product as the person left it. `revision` is the one that was read: when another was saved since, the
 * answer is `product.changed-meanwhile` and nothing is written.
 */
export const saveProduct = route({
  method: 'PUT',
  path: '/products/:id',
  needs: { permission: 'products', action: 'edit' },
  params,
  body: z.object({ revision: z.int(), product: SentProduct }),
  answer: z.extend(ProductDetail, {
    /** What was taken out of the description for safety: element or attribute names with counts. */
    removedFromHtml: z.array(z.object({ name: z.string(), count: z.int() })),
  }),
});

/** One small change to one product without opening it (a cell of the list). */
export const editProduct = route({
  method: 'POST',
  path: '/products/:id/edit',
  needs: { permission: 'products', action: 'edit' },
  params,
  body: z.object({ edits: z.array(Edit).check(z.minLength(1), z.maxLength(50)) }),
  answer: ProductDetail,
});

/** Makes a copy with the suffix behind its title and a handle of its own. It is listed nowhere. */
export const duplicateProduct = route({
  method: 'POST',
  path: '/products/:id/duplicate',
  needs: { permission: 'products', action: 'add' },
  params,
  body: z.object({ suffix: z.string().check(z.minLength(1), z.maxLength(40)) }),
  answer: ProductDetail,
  status: 201,
});

/** Keeps a short note with a product, for the merchant alone; an empty one takes it away. */
export const noteProduct = route({
  method: 'PUT',
  path: '/products/:id/note',
  needs: { permission: 'products', action: 'edit' },
  params,
  body: z.object({ note: z.string().check(z.maxLength(500)) }),
  answer: z.object({ note: z.nullable(z.string()) }),
});

/** Deletes the chosen products of ours; stores keep theirs. Answers how many went. */
export const deleteProducts = route({
  method: 'POST',
  path: '/products/delete',
  needs: { permission: 'products', action: 'delete' },
  body: z.object({ selection: Selection, expected: z.int() }),
  answer: z.object({ deleted: z.int() }),
});

/** One entry of a product's history: the fields before and after. */
export const ProductChange = z.object({
  id: z.uuid(),
  at: Instant,
  by: z.nullable(z.string()),
  kind: z.enum(['claimed', 'created', 'edited', 'undone', 'followed', 'store']),
  revision: z.int(),
  fields: z.array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() })),
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

/** Restores the fields this change wrote, sparing those changed again since. Answers what happened to each. */
export const undoProductChange = route({
  method: 'POST',
  path: '/products/:id/history/:changeId/undo',
  needs: { permission: 'products', action: 'edit' },
  params: z.object({ id: ProductId, changeId: z.uuid() }),
  answer: z.object({ detail: ProductDetail, restored: z.array(z.string()), spared: z.array(z.string()) }),
});
