import { comparePrices, isDecimal } from '@bowerbird/catalog/pricing/price';
import type { StoreAccess } from '../../../listing/store/access.ts';
import type { ToCreate } from '../../../listing/writes.ts';
import { isObject, textOf, type UnreadObject, wholeOf } from '../../../reading/unread.ts';
import { amountsOf, barcodeOf, weightIn } from '../amounts.ts';
import { choiceName, choiceOf, type SharedIds } from '../choices.ts';
import type { Held, HeldVariation } from '../held-product.ts';
import { imageMark } from '../images/images.ts';
import { isGone } from '../images/known-images.ts';
import { variantField } from '../marks.ts';

/** Largest number of rows in one request (`readme.md`, Limits of a product). */
const rowsMax = 100;

/** What must be written so that a product has the variations it is to have. */
export interface VariationRows {
  create: object[];
  update: object[];
  delete: number[];
  /** The indexes of our variants, in the order of `create` and then of `update`. */
  places: number[];
  /** Whether one request carries all. */
  isAll: boolean;
}

interface Row {
  row: Record<string, unknown> & { sku: string };
  place: number;
}

/**
 * Returns the difference between the variations that a product has and those it is to have, matched by their option
 * values, so that a request that was applied although its answer was lost is not written twice. The merchant's own
 * variations stay.
 */
export async function variationRows(
  item: Pick<ToCreate, 'product' | 'library'>,
  held: Held,
  images: ReadonlyMap<string, number>,
  shared: SharedIds,
  store: StoreAccess,
): Promise<VariationRows | null> {
  const { product } = item;
  const left = new Map<string, HeldVariation[]>();
  for (const variation of held.variations) {
    left.set(variation.choice, [...(left.get(variation.choice) ?? []), variation]);
  }
  const create: Row[] = [];
  const update: Row[] = [];
  for (const [place, variant] of product.variants.entries()) {
    const choice = choiceName(variant.optionValues);
    const row = {
      ...amountsOf(variant),
      sku: variant.sku ?? '',
      global_unique_id: barcodeOf(variant),
      weight: weightIn(variant, store),
      ...(await imageOf(variant.imageUrl, item, images, store)),
      menu_order: place,
      status: 'publish',
    };
    const known = left.get(choice)?.shift();
    if (known === undefined) {
      const meta_data = [{ key: variantField, value: choice }];
      create.push({ row: { ...row, attributes: choiceOf(variant, product, shared), meta_data }, place });
    } else if (differs(row, known.sent, held.product)) {
      update.push({ row: { id: known.id, ...row }, place });
    }
  }
  const gone = [...left.values()].flat().filter(({ isOurs }) => isOurs);
  const count = create.length + update.length + gone.length;
  if (count === 0) {
    return null;
  }
  const wantedSkus = new Set([...create, ...update].map(({ row }) => row.sku).filter((sku) => sku !== ''));
  if (gone.some(({ sent }) => wantedSkus.has(textOf(sent.sku) ?? ''))) {
    // The store creates new rows before it deletes old ones, and those still hold the SKU.
    const some = gone.slice(0, rowsMax).map(({ id }) => id);
    return { create: [], update: [], delete: some, places: [], isAll: false };
  }
  const made = create.slice(0, rowsMax);
  const changed = update.slice(0, rowsMax - made.length);
  return {
    create: made.map(({ row }) => row),
    update: changed.map(({ row }) => row),
    delete: gone.slice(0, rowsMax - made.length - changed.length).map(({ id }) => id),
    places: [...made, ...changed].map(({ place }) => place),
    isAll: count <= rowsMax,
  };
}

/**
 * Returns a variation's image by the id of one of its product's own images: by its address it would be uploaded once
 * more.
 */
async function imageOf(
  url: string | null,
  { library }: Pick<ToCreate, 'library'>,
  images: ReadonlyMap<string, number>,
  store: StoreAccess,
): Promise<object> {
  if (url === null) {
    return {};
  }
  const id = library ? Number(library.get(url)?.id) : images.get(await imageMark(url));
  return id !== undefined && id > 0 && !isGone(id, store) ? { image: { id } } : {};
}

function differs(row: Record<string, unknown>, sent: UnreadObject, parent: UnreadObject): boolean {
  return Object.entries(row).some(([name, wanted]) => {
    const there = sent[name];
    switch (name) {
      case 'image':
        return isObject(wanted) && wanted.id !== (isObject(there) ? wholeOf(there.id) : null);
      case 'sku':
        // A variation without a value of its own shows its product's (recorded).
        return wanted !== (there === parent.sku && wanted === '' ? '' : there);
      case 'regular_price':
      case 'sale_price':
      case 'weight':
        return !isSameNumber(textOf(wanted) ?? '', textOf(there) ?? '');
      default:
        return there !== undefined && wanted !== there;
    }
  });
}

function isSameNumber(one: string, other: string): boolean {
  return isDecimal(one) && isDecimal(other) ? comparePrices(one, other) === 0 : one === other;
}
