import { playedShop } from '../../simulating/played-shop.ts';
import type { Simulation, SimulationOptions } from '../../simulation.ts';
import { wooRoutes } from './storefront.ts';

/** A WooCommerce shop played by us, as shoppers see it. */
export function createWooShop(options: SimulationOptions): Simulation {
  return playedShop('woocommerce', options, (parts) => wooRoutes({ ...parts, currency: 'USD' }));
}
