import { MergeRule } from '@bowerbird/catalog/edits/variants/merge';
import { Currency, Option, ProductStatus, Weight } from '@bowerbird/catalog/product';
import { ShortText } from '@bowerbird/catalog/similar/sent-text';
import { z } from 'zod/mini';
import { route } from '../route.ts';
import { Fault, RunId } from '../runs.ts';
import { ProductId, Selection } from './products.ts';

/** The most products that one grid holds, that are read at once, and that are sent at once. */
export const gridMax = { products: 10_000, read: 500, sent: 250, cells: 10_000 } as const;

/** Paths of a product's cells that the grid writes. */
export const gridProductPaths = [
  'title',
  'handle',
  'status',
  'vendor',
  'productType',
  'tags',
  'categories',
  'seo/title',
  'seo/description',
] as const;
export type GridProductPath = (typeof gridProductPaths)[number];

/** Parts of a variant that the grid writes: the cell of `price` of the variant `v3` is `variants/v3/price`. */
export const gridVariantParts = [
  'sku',
  'barcode',
  'price',
  'compareAtPrice',
  'cost',
  'stock',
  'weight',
  'available',
  'requiresShipping',
  'taxable',
] as const;
export type GridVariantPart = (typeof gridVariantParts)[number];

/**
 * The cell of the first option's name is `options/0/name`, that of its second value `options/0/values/1`. Values of an
 * option that get the same name become one, and the variants follow.
 */
const optionPath = 'options/\\d{1,5}/(?:name|values/\\d{1,5})';

/** What a cell can hold, as it is stored. */
export const GridValue = z.nullable(
  z.union([
    ShortText,
    z.int(),
    z.boolean(),
    Weight,
    z.array(ShortText).check(z.maxLength(1000)),
    z.array(z.array(ShortText).check(z.maxLength(100))).check(z.maxLength(1000)),
  ]),
);
export type GridValue = z.infer<typeof GridValue>;

const GridVariant = z.object({
  id: z.string(),
  optionValues: z.array(z.string()),
  sku: z.nullable(z.string()),
  barcode: z.nullable(z.string()),
  price: z.nullable(z.string()),
  compareAtPrice: z.nullable(z.string()),
  cost: z.nullable(z.string()),
  stock: z.nullable(z.int()),
  weight: z.nullable(Weight),
  available: z.nullable(z.boolean()),
  requiresShipping: z.boolean(),
  taxable: z.boolean(),
});
export type GridVariant = z.infer<typeof GridVariant>;

/** A product with its variants as the grid shows it, and the revision that was read. */
export const GridProduct = z.object({
  id: ProductId,
  revision: z.int(),
  imageUrl: z.nullable(z.string()),
  currency: z.nullable(Currency),
  title: z.string(),
  handle: z.string(),
  status: ProductStatus,
  vendor: z.nullable(z.string()),
  productType: z.nullable(z.string()),
  tags: z.array(z.string()),
  categories: z.array(z.array(z.string())),
  seo: z.object({ title: z.nullable(z.string()), description: z.nullable(z.string()) }),
  options: z.array(Option),
  variants: z.array(GridVariant),
});
export type GridProduct = z.infer<typeof GridProduct>;

const needs = { permission: 'products', action: 'edit' } as const;

/**
 * Fixes which products a grid holds, newest first: at most `gridMax.products` of those that are selected; `total` is the
 * number of all. Their rows are read with `readGridRows`.
 */
export const openGrid = route({
  method: 'POST',
  path: '/grid/open',
  needs,
  body: z.object({ selection: Selection }),
  answer: z.object({ ids: z.array(ProductId), total: z.int() }),
});

/** Reads products, in the order of the ids; those that no longer exist are left out. */
export const readGridRows = route({
  method: 'POST',
  path: '/grid/rows',
  needs,
  body: z.object({ ids: z.array(ProductId).check(z.minLength(1), z.maxLength(gridMax.read)) }),
  answer: z.object({ products: z.array(GridProduct) }),
});

const GridPath = z
  .string()
  .check(
    z.maxLength(1000),
    z.regex(
      new RegExp(
        `^(?:${gridProductPaths.join('|')}|${optionPath}|variants/[^/]+/(?:${gridVariantParts.join('|')}))$`,
      ),
    ),
  );

/** A cell to be written, with what it held when it was read. */
export const GridCell = z.object({ path: GridPath, before: GridValue, after: GridValue });
export type GridCell = z.infer<typeof GridCell>;

/** Cells of one product, and the revision that they were entered for. */
export const GridEdit = z.object({
  id: ProductId,
  revision: z.int(),
  cells: z.array(GridCell).check(z.minLength(1), z.maxLength(gridMax.cells)),
});
export type GridEdit = z.infer<typeof GridEdit>;

/** What happens to variants that become the same; without it, a product with such variants is rejected. */
const merge = z.optional(MergeRule);
const products = z.array(GridEdit).check(z.minLength(1), z.maxLength(gridMax.sent));

/**
 * What becomes of a product. `rejected`: it would become invalid. `meanwhile`: somebody else wrote one of these very
 * cells after they were read. In both cases nothing of it is written. `changed`: all its cells are written, to what is
 * there now; cells that nobody else wrote never stand against each other. A product that no longer exists has no result.
 */
export const gridOutcomes = ['changed', 'unchanged', 'rejected', 'meanwhile'] as const;

export const GridResult = z.object({
  id: ProductId,
  outcome: z.enum(gridOutcomes),
  /** The product as it is stored now; for a check, as it would be. */
  product: GridProduct,
  /** Why it was rejected, cell by cell. */
  rejected: z.array(z.extend(Fault, { path: z.string() })),
  /** What others wrote into these cells. */
  meanwhile: z.array(z.object({ path: z.string(), theirs: GridValue })),
  /** Who changed it last, for `meanwhile`; null for a source, a store or somebody who is gone. */
  by: z.nullable(z.string()),
});
export type GridResult = z.infer<typeof GridResult>;

/** Says what `saveGrid` would do, and what the price guard would then stop; writes nothing. */
export const checkGrid = route({
  method: 'POST',
  path: '/grid/check',
  needs,
  body: z.object({ products, merge }),
  answer: z.object({
    products: z.array(z.extend(GridResult, { stops: z.array(Fault) })),
  }),
});

/**
 * Writes cells. Everything that a merchant saves with the same key is one edit set of one run, which is undone as a bulk
 * edit is. A call that is repeated applies nothing twice. Each product is written whole or not at all.
 */
export const saveGrid = route({
  method: 'POST',
  path: '/grid/save',
  needs,
  body: z.object({ key: z.uuidv7(), products, merge }),
  answer: z.object({
    /** Null as long as nothing was changed with this key. */
    runId: z.nullable(RunId),
    products: z.array(GridResult),
  }),
});
