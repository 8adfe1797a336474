import { create1688Shop, createAlibabaShop } from './alibaba/shop.ts';
import { createAliexpressStore } from './aliexpress/shop.ts';
import { createShopifyShop } from './shopify/shop.ts';
import { createShoplazzaShop } from './shoplazza/shop.ts';
import { createShoplineStore } from './shopline/store/shop-store.ts';
import { createShoplineTwShop } from './shopline-tw/shop.ts';
import { createShopyyShop } from './shopyy/shop.ts';
import type { Simulation, SimulationOptions } from './simulation.ts';
import { createWooStore } from './woocommerce/store/woo-store.ts';
import { createWordpressSite } from './wordpress/shop.ts';

/**
 * All platforms that can be simulated, by id.
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
