import type { SimulatedPlatform } from './judge/simulated-view.ts';
import { shopify } from './stores/shopify.ts';
import { shoplazza } from './stores/shoplazza.ts';
import { shopline } from './stores/shopline.ts';
import { shopyy } from './stores/shopyy.ts';
import { woocommerce } from './stores/woocommerce.ts';
import { wordpress } from './stores/wordpress.ts';

/** Every platform that supports listing, with its simulated store. */
export const simulatedPlatforms: ReadonlyMap<string, SimulatedPlatform> = new Map(
  [shopify, woocommerce, wordpress, shopline, shoplazza, shopyy].map((each) => [each.platform.id, each]),
);
