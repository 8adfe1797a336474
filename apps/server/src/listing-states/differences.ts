import { comparePrices } from '@bowerbird/catalog/price';
import type { Product } from '@bowerbird/catalog/product';
import { isSame } from '@bowerbird/catalog/same';
import { withKnownIds } from '@bowerbird/catalog/same-variants';
import { plainText } from '@bowerbird/platforms/html-text';
import type { StoreReading } from '@bowerbird/platforms/listing/lister';
import type { Difference } from '../db/tables/listing-states.ts';
import { cellKey, type DriftCell, type DriftFieldName, driftFields, kindOf } from '../listing/states/keys.ts';

export interface Compared {
  /** What was sent last; null where it is not known any more. */
  sent: Product | null;
  /** The product as the store told it when nobody had changed it since; null where it was never read so. */
  clean: Product | null;
  /** As the store tells it now, its variants under our ids: `underOurIds`. */
  store: Product;
  /** Its words are, by the hash, as they were when they were sent. */
  isHashSame: boolean;
  /** Whether shoppers were to see it; null where that is not to be compared. */
  wasToBeSeen: boolean | null;
  tells: Pick<StoreReading, 'fields' | 'cells'>;
}

/** The store's variants under the ids they have with us. */
export function underOurIds(store: Product, ours: Product): Product {
  return { ...store, variants: withKnownIds(store.variants, ours.variants) };
}

/**
 * In what a store differs from what was sent to it. What a store makes of our words by itself is no difference: once it was read as
 * nobody had changed it, that reading is what later ones are held against, and before that words count and not their form.
 */
export function differencesOf(given: Compared): Difference[] {
  const { sent, store, tells, wasToBeSeen } = given;
  if (!sent) {
    return [];
  }
  const found: Difference[] = driftFields
    .filter(
      (field) => (tells.fields as readonly string[]).includes(field) && !isSameField(given, sent, field),
    )
    .map((field) => ({ key: field, kind: kindOf(field), sent: sent[field], store: store[field] }));
  if (
    tells.fields.includes('status') &&
    wasToBeSeen !== null &&
    wasToBeSeen !== (store.status === 'active')
  ) {
    const told = wasToBeSeen ? 'active' : 'draft';
    found.push({ key: 'status', kind: 'status', sent: told, store: store.status });
  }
  return tells.cells.length === 0 ? found : [...found, ...inVariants(sent, store, tells.cells)];
}

function isSameField({ clean, store, isHashSame }: Compared, sent: Product, field: DriftFieldName): boolean {
  if (isHashSame) {
    return true;
  }
  return clean
    ? isSame(plain(clean, field), plain(store, field))
    : isSame(loose(sent, field), loose(store, field));
}

function plain(product: Product, field: DriftFieldName): unknown {
  return field === 'tags' ? product.tags.toSorted() : (product[field] ?? '');
}

/** What a store may write otherwise without having changed it: markup, spaces, the order of tags. */
function loose(product: Product, field: DriftFieldName): unknown {
  return field === 'tags'
    ? [...new Set(product.tags.map((tag) => words(tag).toLowerCase()))].sort()
    : words(product[field] ?? '');
}

function words(html: string): string {
  return plainText(html).replaceAll(/\s+/g, ' ').trim();
}

function inVariants(sent: Product, store: Product, cells: readonly DriftCell[]): Difference[] {
  const there = new Map(store.variants.map((variant) => [variant.id, variant]));
  const known = new Set(sent.variants.map(({ id }) => id));
  const found: Difference[] = sent.variants.flatMap((variant) => {
    const other = there.get(variant.id);
    return other
      ? cells
          .filter((cell) => !isSameCell(cell, variant[cell], other[cell]))
          .map((cell) => ({
            key: cellKey(variant.id, cell),
            kind: kindOf(cellKey(variant.id, cell)),
            sent: variant[cell],
            store: other[cell],
          }))
      : [];
  });
  if (store.variants.length !== known.size || store.variants.some(({ id }) => !known.has(id))) {
    found.push({ key: 'variants', kind: 'variants', sent: namesOf(sent), store: namesOf(store) });
  }
  return found;
}

function namesOf({ variants }: Product): string[] {
  return variants.map(({ optionValues }) => optionValues.join(' / '));
}

/** What was not told by us, such as the stock of a source that does not count, is nobody's to compare. */
export function isSameCell(cell: DriftCell, sent: unknown, store: unknown): boolean {
  switch (cell) {
    case 'price':
    case 'compareAtPrice': {
      const [one, other] = [sent ?? '0', store ?? '0'];
      return typeof one === 'string' && typeof other === 'string' && comparePrices(one, other) === 0;
    }
    case 'stock':
      return sent === null || store === null || Math.max(0, Number(sent)) === Number(store);
    case 'sku':
      return (sent ?? '') === (store ?? '');
    case 'barcode':
      return sent === null || sent === store;
  }
}
