import type { Product } from '@bowerbird/catalog/product';
import type { Content } from '../fields/field.ts';
import type { PlayedPlatform } from '../played-view.ts';
import type { Goods, Stage } from '../stage.ts';

/** What is wanted of a product once this product of the store was taken over for it, by our product's id. */
export type TakenOver = ReadonlyMap<string, { holder: string; product: Product }>;

/**
 * What is to be there of the products that are to be taken over, where the store counts its own inventory: variants that stand there now
 * and are counted keep what it counts, and the others get ours. From now on a watch takes it for an edition of ours.
 */
export async function keptPieces({ merchant, store, played }: Stage, goods: Goods): Promise<TakenOver> {
  const kept = new Map<string, { holder: string; product: Product }>();
  if (!isCountedByStore(played)) {
    return kept;
  }
  for (const { product_id, adopts } of await merchant.rows()) {
    const holder = adopts?.split('/').at(-1) ?? '';
    const there = adopts === null ? null : store.standing(holder);
    const wanted = goods.wanted.get(product_id);
    if (there && wanted) {
      const product = withPiecesOf(wanted, there.content);
      kept.set(product_id, { holder, product });
      goods.editions.get(product_id)?.unshift(product);
    }
  }
  return kept;
}

/** Where an update sets every quantity, or quantities are set beside the product, a product that is taken over gets ours. */
function isCountedByStore({ platform: { lister }, fields }: Pick<PlayedPlatform, 'platform' | 'fields'>) {
  const { reading, finishing } = lister ?? {};
  const isSetBeside = finishing !== undefined;
  return reading?.updateSetsStock === false && !isSetBeside && fields.compared.includes('inventory');
}

/** A product with the quantity that the store holds of each variant that stands there and is counted. */
export function withPiecesOf(product: Product, { options, inventory }: Content): Product {
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
