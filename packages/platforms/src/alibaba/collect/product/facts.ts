import type { Product, Variant } from '@bowerbird/catalog/product';
import { type Gallery, readGallery } from '../../../collecting/pages/gallery.ts';
import { unreadable } from '../../../collecting/pages/unreadable.ts';
import { productAddress } from '../address.ts';
import type { Site } from '../sites.ts';
import { distinctNames } from './distinct-names.ts';
import { fullSize } from './images.ts';

/** A choice, with an image for each value that has one. Its value names are unique: see `facts-parts.ts`. */
export interface Axis {
  name: string;
  values: { name: string; imageUrl: string | null }[];
}

/** An orderable unit: one combination of values, in the order of the axes. */
export interface Sku {
  id: string | null;
  values: string[];
  /** Null when the SKU has no price of its own and the quantity price steps give it. */
  price: string | null;
  compareAtPrice: string | null;
  /** Null when inventory is not tracked. */
  stock: number | null;
  available: boolean | null;
  weight: Variant['weight'];
  imageUrl: string | null;
}

/** A price from a minimum quantity on; `full` is the price before a promotion. */
export interface Step {
  minimum: number;
  price: string;
  full: string | null;
}

/** A wholesale product as both sites and both open platforms describe it, before conversion to our product. */
export interface ProductFacts {
  id: string;
  title: string;
  currency: string | null;
  axes: Axis[];
  /** At least one SKU. */
  skus: Sku[];
  /** Price steps by quantity, ascending; [] when every combination has its own price. */
  tiers: Step[];
  minimumOrder: number | null;
  unit: string | null;
  images: string[];
  attributes: { name: string; value: string }[];
  /** Category path, starting at the top. */
  category: string[];
  vendor: string | null;
  storeName: string | null;
  descriptionHtml: string;
  /** Facts for which our product has no field; only texts, numbers and lists of these. */
  facts: Record<string, unknown>;
}

/** Where a product was read. */
export interface FactsSource {
  site: Site;
  root: string;
  shop: string;
}

/** What sellers enter as brand when there is none. */
const noBrand = /^(?:其他|其它|无|无品牌|暂无|other|others|none|no|no brand|n\/a|oem)$/i;

/** Largest number of combinations; few shops reach it and no store accepts more. */
const skusMax = 5000;

/**
 * Converts a wholesale product to our product. Without a published price (hidden, on request) the product has none.
 * Quantity price steps are never collapsed: a variant costs what the smallest order costs, and the steps stay in
 * `priceTiers`. A product with choices but without any combination is marked `extra.<platform>.partial`.
 */
export function productOfFacts(sent: ProductFacts, { site, root, shop }: FactsSource): Product {
  const facts = withValues(sent);
  if (facts.skus.length === 0 || facts.skus.length > skusMax) {
    throw unreadable('variants', facts.id);
  }
  const url = productAddress(site, root, facts.id);
  const gallery = readGallery({ images: facts.images }, url, fullSize);
  const names = distinctNames(
    facts.axes.map(({ name }) => name),
    (name) => name.trim().toLowerCase(),
  );
  const step = stepAt(facts.tiers, facts.minimumOrder ?? 1);
  const imageOf = imagesOf(facts.axes, gallery);
  const ids = new Set<string>();
  const variants = inOrder(facts.skus, facts.axes).map((sku, at): Variant => {
    const id = sku.id === null || ids.has(sku.id) ? `v${at + 1}` : sku.id;
    ids.add(id);
    const price = sku.price ?? step?.price ?? null;
    const full = sku.price === null ? (step?.full ?? null) : sku.compareAtPrice;
    return {
      id,
      sku: `${site.skuPrefix}-${facts.id}${sku.id === null ? '' : `-${sku.id}`}`,
      barcode: null,
      optionValues: names.map((_, place) => sku.values[place] ?? ''),
      price,
      compareAtPrice: full !== null && price !== null && Number(full) > Number(price) ? full : null,
      cost: null,
      stock: sku.stock,
      available: sku.available,
      weight: sku.weight,
      imageUrl: imageOf(sku),
      requiresShipping: true,
      taxable: true,
    };
  });
  return {
    title: facts.title,
    handle: handleOf(facts.title, facts.id),
    descriptionHtml: facts.descriptionHtml,
    vendor: facts.vendor !== null && !noBrand.test(facts.vendor) ? facts.vendor : facts.storeName,
    productType: facts.category.at(-1) ?? null,
    tags: [],
    options: facts.axes.map(({ values }, place) => ({
      name: names[place] ?? '',
      values: [...new Set(values.map(({ name }) => name))],
    })),
    variants,
    images: gallery.all,
    categories: facts.category.length > 0 ? [facts.category] : [],
    seo: { title: null, description: null },
    status: 'active',
    currency: facts.currency,
    attributes: facts.attributes,
    priceTiers:
      facts.tiers.length > 1
        ? facts.tiers.map(({ minimum, price }) => ({ minimumQuantity: minimum, price }))
        : [],
    source: { platform: site.platform, shop, id: facts.id, url, storeName: facts.storeName },
    extra: {
      [site.platform]: {
        ...facts.facts,
        minimumOrder: facts.minimumOrder,
        unit: facts.unit,
        ...(facts.axes.length < sent.axes.length && { partial: true }),
      },
    },
  };
}

/**
 * When no combination is given, the single variant gets the only value of each single-valued axis; for an axis with
 * several values, the value stays unknown.
 */
function withValues(facts: ProductFacts): ProductFacts {
  if (facts.skus.some(({ values }) => values.length > 0)) {
    return facts;
  }
  const axes = facts.axes.filter(({ values }) => values.length === 1);
  const only = axes.flatMap(({ values }) => values.map(({ name }) => name));
  return { ...facts, axes, skus: facts.skus.map((sku) => ({ ...sku, values: only })) };
}

/**
 * Sorts SKUs by the order of the axes, which is what shoppers see; the page's map of combinations has no order of its
 * own.
 */
function inOrder(skus: readonly Sku[], axes: readonly Axis[]): Sku[] {
  const places = axes.map(({ values }) => new Map(values.map(({ name }, place) => [name, place])));
  return skus
    .map((sku) => ({ sku, at: sku.values.map((value, axis) => places[axis]?.get(value) ?? 0) }))
    .sort((one, other) => {
      const differs = one.at.findIndex((place, axis) => place !== other.at[axis]);
      return differs === -1 ? 0 : (one.at[differs] ?? 0) - (other.at[differs] ?? 0);
    })
    .map(({ sku }) => sku);
}

/** Returns the price step that covers a quantity; for a quantity below the first step, the first step. */
function stepAt(tiers: readonly Step[], quantity: number): Step | null {
  return tiers.findLast(({ minimum }) => minimum <= quantity) ?? tiers[0] ?? null;
}

/**
 * Returns a function that finds a combination's image: its own, otherwise the image of the first of its values that has
 * one.
 */
function imagesOf(axes: readonly Axis[], gallery: Gallery): (sku: Sku) => string | null {
  const ofValues = axes.map(({ values }) => new Map(values.map(({ name, imageUrl }) => [name, imageUrl])));
  const known = new Map<string, string | null>();
  return (sku) => {
    const image = sku.imageUrl ?? ofValues.map((of, at) => of.get(sku.values[at] ?? '')).find(Boolean);
    if (!image) {
      return null;
    }
    const imageUrl = known.get(image) ?? gallery.ofVariant({ image });
    known.set(image, imageUrl);
    return imageUrl;
  };
}

/** Builds a handle from the title; the id makes it unique, because titles are not. */
function handleOf(title: string, id: string): string {
  const words = title
    .toWellFormed()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, 60)
    .toWellFormed()
    .replaceAll(/^-+|-+$|\ufffd/g, '');
  return words === '' ? id : `${words}-${id}`;
}
