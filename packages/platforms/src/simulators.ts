import { createShopifyShop, type ShopifyShopOptions } from './shopify/simulate/shop.ts';
import type { Simulation } from './simulation.ts';

/** Makes a shop of a platform that we can play. What is there over the entries of earlier books is restored. */
export type MakeSimulation = (options: ShopifyShopOptions) => Simulation;

/** Every platform we can play, by its id. Kept apart from `all.ts`: the plugin needs none of this. */
export const simulators: ReadonlyMap<string, MakeSimulation> = new Map([['shopify', createShopifyShop]]);
