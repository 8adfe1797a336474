import type { Product, Variant } from '@bowerbird/catalog/product';
import { type Gallery, readGallery } from '../collecting/gallery.ts';
import { unreadable } from '../collecting/unreadable.ts';
import { productAddress } from './address.ts';
import { distinctNames } from './distinct-names.ts';
import { fullSize } from './pictures.ts';
import type { Site } from './sites.ts';

/** A choice, with a picture beside a value where there is one. No two values bear one name: see `goods-parts.ts`. */
export interface Axis {
  name: string;
  values: { name: string; picture: string | null }[];
}

/** What can be ordered: one combination of values, in the order of the axes. */
export interface Sku {
  id: string | null;
  values: string[];
  /** Null where it has none of its own and the ladder says it. */
  price: string | null;
  compareAtPrice: string | null;
  /** Null where it is not counted. */
  stock: number | null;
  available: boolean | null;
  weight: Variant['weight'];
  picture: string | null;
}

/** A price from a quantity on; `full` is what it was before a promotion. */
export interface Step {
  minimum: number;
  price: string;
  full: string | null;
}

/** Wholesale goods as both sites and both open platforms tell them, before they are a product of ours. */
export interface Goods {
  id: string;
  title: string;
  currency: string | null;
  axes: Axis[];
  /** At least one. */
  skus: Sku[];
  /** By quantity, ascending; [] where every combination has a price of its own. */
  ladder: Step[];
  minimumOrder: number | null;
  unit: string | null;
  pictures: string[];
  attributes: { name: string; value: string }[];
  /** From the top. */
  category: string[];
  vendor: string | null;
  storeName: string | null;
  descriptionHtml: string;
  /** What has no field of ours; only texts, numbers and lists of such. */
  facts: Record<string, unknown>;
}

/** Where goods were read. */
export interface GoodsSource {
  site: Site;
  root: string;
  shop: string;
}

/** What sellers write where a brand is asked for and there is none. */
const noBrand = /^(?:其他|其它|无|无品牌|暂无|other|others|none|no|no brand|n\/a|oem)$/i;

/** Combinations as few shops have them, and more than any store takes. */
const skusMax = 5000;

/**
 * The product that goods are. Where nobody tells a price (hidden, on request), it has none; a ladder is never
 * collapsed: a variant costs what the smallest order costs, the steps stay in `priceTiers`. Goods with a choice of which
 * no combination is told are marked `extra.<platform>.partial`.
 */
export function productOfGoods(sent: Goods, { site, root, shop }: GoodsSource): Product {
  const goods = withValues(sent);
  if (goods.skus.length === 0 || goods.skus.length > skusMax) {
    throw unreadable('variants', goods.id);
  }
  const url = productAddress(site, root, goods.id);
  const gallery = readGallery({ images: goods.pictures }, url, fullSize);
  const names = distinctNames(
    goods.axes.map(({ name }) => name),
    (name) => name.trim().toLowerCase(),
  );
  const step = stepAt(goods.ladder, goods.minimumOrder ?? 1);
  const pictureOf = picturesOf(goods.axes, gallery);
  const ids = new Set<string>();
  const variants = inOrder(goods.skus, goods.axes).map((sku, at): Variant => {
    const id = sku.id === null || ids.has(sku.id) ? `v${at + 1}` : sku.id;
    ids.add(id);
    const price = sku.price ?? step?.price ?? null;
    const full = sku.price === null ? (step?.full ?? null) : sku.compareAtPrice;
    return {
      id,
      sku: `${site.skuPrefix}-${goods.id}${sku.id === null ? '' : `-${sku.id}`}`,
      barcode: null,
      optionValues: names.map((_, place) => sku.values[place] ?? ''),
      price,
      compareAtPrice: full !== null && price !== null && Number(full) > Number(price) ? full : null,
      cost: null,
      stock: sku.stock,
      available: sku.available,
      weight: sku.weight,
      pictureUrl: pictureOf(sku),
      requiresShipping: true,
      taxable: true,
    };
  });
  return {
    title: goods.title,
    handle: handleOf(goods.title, goods.id),
    descriptionHtml: goods.descriptionHtml,
    vendor: goods.vendor !== null && !noBrand.test(goods.vendor) ? goods.vendor : goods.storeName,
    productType: goods.category.at(-1) ?? null,
    tags: [],
    options: goods.axes.map(({ values }, place) => ({
      name: names[place] ?? '',
      values: [...new Set(values.map(({ name }) => name))],
    })),
    variants,
    pictures: gallery.all,
    categories: goods.category.length > 0 ? [goods.category] : [],
    seo: { title: null, description: null },
    status: 'active',
    currency: goods.currency,
    attributes: goods.attributes,
    priceTiers:
      goods.ladder.length > 1
        ? goods.ladder.map(({ minimum, price }) => ({ minimumQuantity: minimum, price }))
        : [],
    source: { platform: site.platform, shop, id: goods.id, url, storeName: goods.storeName },
    extra: {
      [site.platform]: {
        ...goods.facts,
        minimumOrder: goods.minimumOrder,
        unit: goods.unit,
        ...(goods.axes.length < sent.axes.length && { partial: true }),
      },
    },
  };
}

/** Where no combination is told, the only value of an axis is that of the one variant; which of several it has, nobody knows. */
function withValues(goods: Goods): Goods {
  if (goods.skus.some(({ values }) => values.length > 0)) {
    return goods;
  }
  const axes = goods.axes.filter(({ values }) => values.length === 1);
  const only = axes.flatMap(({ values }) => values.map(({ name }) => name));
  return { ...goods, axes, skus: goods.skus.map((sku) => ({ ...sku, values: only })) };
}

/** A page's map of combinations has no order of its own; shoppers see the order of the axes. */
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

/** The step that covers a quantity; below the first, the first. */
function stepAt(ladder: readonly Step[], quantity: number): Step | null {
  return ladder.findLast(({ minimum }) => minimum <= quantity) ?? ladder[0] ?? null;
}

/** Which picture shows a combination: its own, else that of the first of its values that has one. */
function picturesOf(axes: readonly Axis[], gallery: Gallery): (sku: Sku) => string | null {
  const ofValues = axes.map(({ values }) => new Map(values.map(({ name, picture }) => [name, picture])));
  const known = new Map<string, string | null>();
  return (sku) => {
    const image = sku.picture ?? ofValues.map((of, at) => of.get(sku.values[at] ?? '')).find(Boolean);
    if (!image) {
      return null;
    }
    const picture = known.get(image) ?? gallery.ofVariant({ image });
    known.set(image, picture);
    return picture;
  };
}

/** From the title; the id makes it one of a kind, for titles are not. */
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
