import { partsOf } from '@bowerbird/catalog/change/cell';
import type { StepContext } from '@bowerbird/catalog/edits/edit-steps';
import { ruledValueAt } from '@bowerbird/catalog/own-values/in-store';
import type { Product } from '@bowerbird/catalog/product';
import type { EditPreviewRow } from '@bowerbird/contract/products/bulk-edit';
import { marginOf, priceRange } from '../products/write/rows.ts';
import type { Examined } from './examined.ts';

/** Largest number of products in a sample. */
const sampleMax = 8;

/**
 * Chooses products that together show every step at work, then one that is rejected, then others that change, and last
 * those that do not. Returns them in the order given.
 */
export function chooseSample(examined: readonly Examined[]): Examined[] {
  const chosen = new Set<Examined>();
  const shown = new Set<number>();
  const add = (each: Examined | undefined) => {
    if (each && chosen.size < sampleMax) {
      chosen.add(each);
    }
  };
  for (const each of examined) {
    const { outcome } = each;
    if (outcome.outcome === 'changed' && outcome.hits.some((step) => !shown.has(step))) {
      add(each);
      outcome.hits.forEach((step) => {
        shown.add(step);
      });
    }
  }
  add(examined.find(({ outcome }) => outcome.outcome === 'rejected'));
  for (const wanted of ['changed', 'rejected', 'unchanged'] as const) {
    examined.filter(({ outcome }) => outcome.outcome === wanted).forEach(add);
  }
  return examined.filter((each) => chosen.has(each));
}

/** Returns a product of the sample in the form for the console. */
export function toPreviewRow(
  { row, outcome, stops }: Examined,
  inStores: EditPreviewRow['inStores'],
  rulesIn: NonNullable<StepContext['rulesIn']>,
): EditPreviewRow {
  const before = row.product;
  const after = outcome.outcome === 'changed' ? outcome.prepared.product : before;
  const cells = outcome.outcome === 'changed' ? outcome.prepared.cells : [];
  return {
    id: row.id,
    ...factsOf(before),
    outcome: outcome.outcome,
    steps: outcome.outcome === 'changed' ? outcome.hits : [],
    cells,
    ruled: ruledValues(cells, { before, after }, rulesIn),
    variants: variantLabels(
      cells.map(({ path }) => path),
      after,
      before,
    ),
    price: { before: priceRange(before.variants).low, after: priceRange(after.variants).low },
    margin: marginOf(after.variants),
    rejection: outcome.outcome === 'rejected' ? { ...outcome.fault, step: outcome.step } : null,
    stops: stops.map(({ code, params }) => ({ code, params })),
    inStores,
  };
}

function ruledValues(
  cells: EditPreviewRow['cells'],
  { before, after }: { before: Product; after: Product },
  rulesIn: NonNullable<StepContext['rulesIn']>,
): EditPreviewRow['ruled'] {
  return Object.fromEntries(
    cells.flatMap((cell): [string, unknown][] => {
      const [field, shopId, own, variantId] = partsOf(cell.path);
      const rules = field === 'inStores' && shopId !== undefined ? rulesIn(shopId) : null;
      if (rules === null || own === undefined || (cell.before !== undefined && cell.after !== undefined)) {
        return [];
      }
      const value = ruledValueAt(cell.before === undefined ? before : after, rules, [own, variantId]);
      return value === undefined ? [] : [[cell.path, value]];
    }),
  );
}

/** Returns by what people recognise a product. */
export function factsOf({ title, variants, images, currency }: Product) {
  return { title, sku: variants[0]?.sku ?? null, imageUrl: images[0]?.url ?? null, currency };
}

/** In place of the facts of a product that is gone. */
export const nothingKnown = { title: '', sku: null, imageUrl: null, currency: null };

/** Returns the option values of the variants that these paths name, joined, by variant id. */
export function variantLabels(
  paths: readonly string[],
  ...products: readonly Product[]
): Record<string, string> {
  const named = new Set(
    paths.flatMap((path) => {
      const [field, key, , ownId] = partsOf(path);
      const id = field === 'variants' ? key : field === 'inStores' ? ownId : undefined;
      return id === undefined ? [] : [id];
    }),
  );
  const known = products.toReversed().flatMap(({ variants }) => variants);
  return Object.fromEntries(
    known.filter(({ id }) => named.has(id)).map(({ id, optionValues }) => [id, optionValues.join(' / ')]),
  );
}
