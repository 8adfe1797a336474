import { alibaba, alibaba1688 } from './alibaba/index.ts';
import { aliexpress } from './aliexpress/index.ts';
import type { Platform } from './platform.ts';
import { shopify } from './shopify/index.ts';
import { shoplazza } from './shoplazza/index.ts';
import { shopline } from './shopline/index.ts';
import { shoplineTw } from './shopline-tw/index.ts';
import { shopyy } from './shopyy/index.ts';
import { unknown } from './unknown/index.ts';
import { woocommerce } from './woocommerce/index.ts';
import { wordpress } from './wordpress/index.ts';

/** All platforms by id, in display order. */
export const platforms: ReadonlyMap<string, Platform> = new Map(
  [
    shopify,
    shopline,
    shoplineTw,
    shoplazza,
    shopyy,
    woocommerce,
    wordpress,
    aliexpress,
    alibaba,
    alibaba1688,
    unknown,
  ].map((platform) => [platform.id, platform]),
);
