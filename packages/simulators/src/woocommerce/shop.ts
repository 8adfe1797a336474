import type { Simulation, SimulationOptions } from '../simulation.ts';
import type { SimulatedCatalog } from '../storefront/catalog.ts';
import { simulatedShop } from '../storefront/simulated-shop.ts';
import { answerRest } from './rest-api.ts';
import { wooRoutes } from './storefront.ts';

/** Creates a simulated WooCommerce shop, as shoppers see it, and as a client with its keys sees it. */
export function createWooShop(options: SimulationOptions): Simulation {
  let catalog: (() => SimulatedCatalog) | null = null;
  const shop = simulatedShop('woocommerce', options, (parts) => {
    catalog = parts.catalog;
    return wooRoutes({ ...parts, currency: 'USD' });
  });
  return {
    ...shop,
    answer: async (request) =>
      (catalog === null ? null : answerRest(request, catalog())) ?? (await shop.answer(request)),
  };
}
