import type { Product } from '@bowerbird/catalog/product';
import { z } from 'zod';
import type { ListerContext, StoreAccess } from '../../../listing/store/access.ts';
import { readData } from '../client.ts';
import { pricesQuery } from '../operations.ts';
import { understood } from '../understood.ts';

/** Products read at once, and variants of each. */
const productsMax = 10;
const variantsMax = 80;

const Priced = z.object({
  id: z.string(),
  variants: z.object({
    nodes: z.array(
      z.object({
        title: z.string(),
        sku: z.string().nullish(),
        price: z.string(),
        compareAtPrice: z.string().nullish(),
      }),
    ),
  }),
});
type Priced = z.infer<typeof Priced>;

/**
 * Reports whether prices, compare-at prices, SKUs or the set of variants differ from what was sent, which the hash of a
 * look-up leaves out. Of a product with more variants than one page holds, the first ones are compared.
 */
export async function repriced(
  sent: readonly { storeProductId: string; product: Product }[],
  store: StoreAccess,
  context: ListerContext,
): Promise<boolean[]> {
  const changed: boolean[] = [];
  for (let start = 0; start < sent.length; start += productsMax) {
    const some = sent.slice(start, start + productsMax);
    const largest = Math.max(...some.map(({ product }) => product.variants.length));
    const first = Math.min(variantsMax, largest + 1);
    const variables = { ids: some.map(({ storeProductId }) => storeProductId), first };
    const data = await readData(pricesQuery, variables, some.length * (2 + first), store, context);
    const held = understood(z.array(z.unknown()), data.nodes).flatMap((node) => {
      const read = Priced.safeParse(node);
      return read.success ? [read.data] : [];
    });
    for (const { storeProductId, product } of some) {
      const there = held.find(({ id }) => id === storeProductId);
      changed.push(there !== undefined && isOther(there, product, first));
    }
  }
  return changed;
}

function isOther({ variants }: Priced, product: Product, page: number): boolean {
  const ours = new Map(product.variants.map((variant) => [titleOf(product, variant.optionValues), variant]));
  const isWhole = variants.nodes.length === Math.min(page, ours.size);
  return (
    !isWhole ||
    variants.nodes.some(({ title, sku, price, compareAtPrice }) => {
      const mine = ours.get(title);
      return (
        mine === undefined ||
        (sku ?? '') !== (mine.sku ?? '') ||
        Number(price) !== Number(mine.price) ||
        Number(compareAtPrice ?? 0) !== Number(mine.compareAtPrice ?? 0)
      );
    })
  );
}

/** Returns the title that the store gives a variant: its option values in order (`readme.md`, Writing products). */
function titleOf({ options }: Product, values: readonly string[]): string {
  return options.length === 0 ? 'Default Title' : values.join(' / ');
}
