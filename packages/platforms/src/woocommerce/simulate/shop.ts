import { playedShop } from '../../simulating/played-shop.ts';
import type { Shelf } from '../../simulating/shelf.ts';
import type { Simulation, SimulationOptions } from '../../simulation.ts';
import { answerRest } from './rest-api.ts';
import { wooRoutes } from './storefront.ts';

/** A WooCommerce shop played by us, as shoppers see it, and as who holds its keys does. */
export function createWooShop(options: SimulationOptions): Simulation {
  let shelf: (() => Shelf) | null = null;
  const shop = playedShop('woocommerce', options, (parts) => {
    shelf = parts.shelf;
    return wooRoutes({ ...parts, currency: 'USD' });
  });
  return {
    ...shop,
    answer: async (request) =>
      (shelf === null ? null : answerRest(request, shelf())) ?? (await shop.answer(request)),
  };
}
