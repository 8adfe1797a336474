import type { Platform } from './platform.ts';
import { shopify } from './shopify/index.ts';

/** Every platform by its id, in the order they are shown. */
export const platforms: ReadonlyMap<string, Platform> = new Map(
  [shopify].map((platform) => [platform.id, platform]),
);
