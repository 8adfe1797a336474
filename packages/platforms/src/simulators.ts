import { create1688Shop, createAlibabaShop } from './alibaba/simulate/shop.ts';
import { createAliexpressStore } from './aliexpress/simulate/shop.ts';
import { createShopifyShop } from './shopify/simulate/shop.ts';
import { createShoplazzaShop } from './shoplazza/simulate/shop.ts';
import { createShoplineStore } from './shopline/simulate/store/shop-store.ts';
import { createShoplineTwShop } from './shopline-tw/simulate/shop.ts';
import { createShopyyShop } from './shopyy/simulate/shop.ts';
import type { Simulation, SimulationOptions } from './simulation.ts';
import { createWooStore } from './woocommerce/simulate/store/woo-store.ts';
import { createWordpressSite } from './wordpress/simulate/shop.ts';

/**
 * All platforms that can be simulated, by id. Separate from `all.ts`, because the browser plugin needs none of this.
 */
export const simulators: ReadonlyMap<string, (options: SimulationOptions) => Simulation> = new Map<
  string,
  (options: SimulationOptions) => Simulation
>([
  ['shopify', createShopifyShop],
  ['woocommerce', createWooStore],
  ['wordpress', createWordpressSite],
  ['shoplazza', createShoplazzaShop],
  ['shopline', createShoplineStore],
  ['shopline-tw', createShoplineTwShop],
  ['shopyy', createShopyyShop],
  ['alibaba', createAlibabaShop],
  ['alibaba-1688', create1688Shop],
  ['aliexpress', createAliexpressStore],
]);
