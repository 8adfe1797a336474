import { goodsShelf } from '../../simulating/goods-shelf.ts';
import { oddShelf } from '../../simulating/odd-shelf.ts';
import { joinedShelf } from '../../simulating/shelf.ts';
import { titleOf } from '../../simulating/title.ts';
import { realOutside, type Simulation, type SimulationOptions } from '../../simulation.ts';
import { Faults } from '../../simulation-faults.ts';
import { wooStorefront } from './storefront.ts';

/** A WooCommerce shop played by us, as shoppers see it. */
export function createWooShop(options: SimulationOptions): Simulation {
  const outside = options.outside ?? realOutside;
  const faults = new Faults(outside.random);
  const practice = goodsShelf({ count: 0, seed: 1, language: 'en', ...options.goods });
  const odd = oddShelf();
  const front = wooStorefront({
    title: titleOf(options.name),
    currency: 'USD',
    faults,
    outside,
    shelf: () => (faults.inForce('odd-products') ? joinedShelf({ ...odd, version: -1 }, practice) : practice),
    pagesKept: options.pagesKept ?? 8,
  });
  return {
    platform: 'woocommerce',
    name: options.name,
    faults,
    answer: (request) => front.answer(request),
  };
}
