import { alibaba, alibaba1688 } from './alibaba/index.ts';
import { aliexpress } from './aliexpress/index.ts';
import type { Collector, Platform } from './platform.ts';
import { collector as shopifyCollector } from './shopify/collector.ts';
import { shoplazza } from './shoplazza/index.ts';
import { shopline } from './shopline/index.ts';
import { shoplineTw } from './shopline-tw/index.ts';
import { shopyy } from './shopyy/index.ts';
import { unknown } from './unknown/index.ts';
import { woocommerce } from './woocommerce/index.ts';
import { collector as wordpressCollector } from './wordpress/collector.ts';

/** A platform as far as it reads. */
export interface Reads extends Pick<Platform, 'id' | 'lastResort'> {
  collector: Collector;
}

/** What reads shops, by its platform's id, in the order of `all.ts`, without what writes to stores: all that a browser needs. */
export const collectors: ReadonlyMap<string, Reads> = new Map<string, Reads>(
  [
    { id: 'shopify', collector: shopifyCollector },
    ...[
      shopline,
      shoplineTw,
      shoplazza,
      shopyy,
      woocommerce,
      { id: 'wordpress', collector: wordpressCollector },
      aliexpress,
      alibaba,
      alibaba1688,
      unknown,
    ],
  ].flatMap(({ collector, ...platform }) => (collector ? [[platform.id, { ...platform, collector }]] : [])),
);
