import { useShopNames } from '../../lib/data/use-shop-names.ts';

/** The name of a shop: its host, or of a supplier of files its own name. */
export function ShopName({ shop }: { shop: string }) {
  return useShopNames([shop])(shop);
}
