import type { PlayedPlatform } from './played-view.ts';
import { shopify } from './stores/shopify.ts';
import { shoplazza } from './stores/shoplazza.ts';
import { shopline } from './stores/shopline.ts';
import { shopyy } from './stores/shopyy.ts';
import { woocommerce } from './stores/woocommerce.ts';
import { wordpress } from './stores/wordpress.ts';

/** Every platform that is listed to, with its played store. */
export const playedPlatforms: ReadonlyMap<string, PlayedPlatform> = new Map(
  [shopify, woocommerce, wordpress, shopline, shoplazza, shopyy].map((each) => [each.platform.id, each]),
);
