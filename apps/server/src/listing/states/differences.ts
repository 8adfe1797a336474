import { isSame } from '@bowerbird/catalog/merge/same';
import { withKnownIds } from '@bowerbird/catalog/merge/same-variants';
import { comparePrices } from '@bowerbird/catalog/pricing/price';
import type { Product, Variant } from '@bowerbird/catalog/product';
import type { ContentReader } from '@bowerbird/platforms/listing/reader';
import { plainText } from '@bowerbird/platforms/reading/html/html-text';
import type { Difference } from '../../db/tables/listing-states.ts';
import { cellKey, type DriftCell, type DriftFieldName, driftFields, kindOf } from './keys.ts';

export interface Compared {
  /** What was sent last; null where it is no longer known. */
  sent: Product | null;
  /**
   * The product as the store returned it before anyone changed it since the write; null where it was never read in that
   * state.
   */
  clean: Product | null;
  /** As the store returns it now, its variants under our ids: `underOurIds`. */
  store: Product;
  /** By the hash, its texts are as they were when they were sent. */
  isHashSame: boolean;
  /** Whether shoppers were to see it; null where that is not to be compared. */
  wasToBeSeen: boolean | null;
  reports: Pick<ContentReader, 'fields' | 'cells'>;
}

/**
 * Returns the store's product with its variants under our ids, also where the store spells option values in its own
 * way.
 */
export function underOurIds(store: Product, ours: Product): Product {
  const variants = withKnownIds(store.variants, ours.variants);
  const met = new Set(variants.map(({ id }) => id));
  const missing = ours.variants.filter(({ id }) => !met.has(id));
  const known = new Set(ours.variants.map(({ id }) => id));
  const strange = variants.filter(({ id }) => !known.has(id));
  const ids = new Map(
    missing.flatMap((variant) => {
      const similar = strange.filter((other) => spelled(other) === spelled(variant));
      const [only, another] = similar;
      const isAlone = missing.filter((other) => spelled(other) === spelled(variant)).length === 1;
      return only && !another && isAlone ? [[only.id, variant.id] as const] : [];
    }),
  );
  return { ...store, variants: variants.map((each) => ({ ...each, id: ids.get(each.id) ?? each.id })) };
}

/** Returns option values without what stores change in them: case, accents, entities, spaces. */
function spelled({ optionValues }: Variant): string {
  const values = optionValues.map((value) =>
    words(value).normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase(),
  );
  return JSON.stringify(values);
}

/**
 * Returns how a store differs from what was sent to it. What a store itself makes of our texts is no difference: once
 * the product was read before anyone had changed it, later reads are compared with that one; before that, texts are
 * compared without their formatting.
 */
export function differencesOf(given: Compared): Difference[] {
  const { sent, store, reports, wasToBeSeen } = given;
  if (!sent) {
    return [];
  }
  const found: Difference[] = driftFields
    .filter(
      (field) => (reports.fields as readonly string[]).includes(field) && !isSameField(given, sent, field),
    )
    .map((field) => ({ key: field, kind: kindOf(field), sent: sent[field], store: store[field] }));
  if (
    reports.fields.includes('status') &&
    wasToBeSeen !== null &&
    wasToBeSeen !== (store.status === 'active')
  ) {
    const reported = wasToBeSeen ? 'active' : 'draft';
    found.push({ key: 'status', kind: 'status', sent: reported, store: store.status });
  }
  return reports.cells.length === 0 ? found : [...found, ...inVariants(given, sent)];
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

/** Returns a field without what a store may write differently by itself: markup, spaces, the order of tags. */
function loose(product: Product, field: DriftFieldName): unknown {
  return field === 'tags'
    ? [...new Set(product.tags.map((tag) => words(tag).toLowerCase()))].sort()
    : words(product[field] ?? '');
}

function words(html: string): string {
  return plainText(html).replaceAll(/\s+/g, ' ').trim();
}

function inVariants({ clean, store, reports }: Compared, sent: Product): Difference[] {
  const byId = ({ variants }: Product) => new Map(variants.map((variant) => [variant.id, variant]));
  const there = byId(store);
  const cleanly = clean ? byId(clean) : null;
  const known = new Set(sent.variants.map(({ id }) => id));
  const found: Difference[] = sent.variants.flatMap((variant) => {
    const other = there.get(variant.id);
    return other
      ? reports.cells
          .filter((cell) => !isKept(cell, variant, other, cleanly?.get(variant.id)))
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

/** Reports whether a store holds a cell as it was sent, as far as the store keeps that cell. */
function isKept(cell: DriftCell, sent: Variant, store: Variant, clean: Variant | undefined): boolean {
  if (isSameCell(cell, sent[cell], store[cell])) {
    return true;
  }
  switch (cell) {
    case 'compareAtPrice':
      // Several stores accept no compare-at price that is not above the price.
      return compareAtOf(sent) === null && store.compareAtPrice === null;
    case 'barcode':
      // A store keeps no barcode, or none of that form (`woocommerce/readme.md`, Writing products), as long as it never
      // returned one.
      return store.barcode === null && (clean?.barcode ?? null) === null;
    default:
      return false;
  }
}

function compareAtOf({ price, compareAtPrice }: Variant): string | null {
  return compareAtPrice !== null && price !== null && comparePrices(compareAtPrice, price) > 0
    ? compareAtPrice
    : null;
}

function namesOf({ variants }: Product): string[] {
  return variants.map(({ optionValues }) => optionValues.join(' / '));
}

/**
 * Reports whether two cells are equal. What we did not send, such as the inventory of a source that does not count, is
 * not compared.
 */
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
