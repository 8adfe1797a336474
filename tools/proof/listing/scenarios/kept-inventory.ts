import type { Product } from '@bowerbird/catalog/product';
import type { Content } from '../fields/field.ts';
import type { SimulatedPlatform } from '../judge/simulated-view.ts';
import type { Products, Stage } from '../stage.ts';

/** What is wanted of a product once this product of the store was taken over for it, by our product's id. */
export type TakenOver = ReadonlyMap<string, { holder: string; product: Product }>;

/**
 * Returns what should be there of products to be taken over, if the store counts its own inventory: existing counted
 * variants keep the store's count, and the others get ours. From now on, a watch treats this as an edition of ours.
 */
export async function keptInventory(
  { merchant, store, simulated }: Stage,
  products: Products,
): Promise<TakenOver> {
  const kept = new Map<string, { holder: string; product: Product }>();
  if (!isCountedByStore(simulated)) {
    return kept;
  }
  for (const { product_id, adopts } of await merchant.rows()) {
    const holder = adopts?.split('/').at(-1) ?? '';
    const there = adopts === null ? null : store.standing(holder);
    const wanted = products.wanted.get(product_id);
    if (there && wanted) {
      const product = withInventoryOf(wanted, there.content);
      kept.set(product_id, { holder, product });
      products.editions.get(product_id)?.unshift(product);
    }
  }
  return kept;
}

/**
 * Where an update sets every quantity, or quantities are set beside the product, a product that is taken over gets
 * ours.
 */
function isCountedByStore({ platform: { lister }, fields }: Pick<SimulatedPlatform, 'platform' | 'fields'>) {
  const isSetBeside = lister?.writer.finishing !== null;
  return !lister?.features.updateSetsStock && !isSetBeside && fields.compared.includes('inventory');
}

/** Returns a product with the quantity that the store holds of each existing counted variant. */
export function withInventoryOf(product: Product, { options, inventory }: Content): Product {
  const names = (JSON.parse(options ?? '[]') as [string][]).map(([name]) => name);
  if (JSON.stringify(names) !== JSON.stringify(product.options.map(({ name }) => name))) {
    return product;
  }
  const held = JSON.parse(inventory ?? '[]') as string[];
  const variants = product.variants.map((variant) => {
    const start = `[${JSON.stringify(variant.optionValues).replaceAll('"', "'")},`;
    const line = held.find((each) => each.startsWith(start));
    const quantity: unknown = line === undefined ? null : JSON.parse(line.slice(start.length, -1));
    return typeof quantity === 'number' ? { ...variant, stock: quantity } : variant;
  });
  return { ...product, variants };
}
