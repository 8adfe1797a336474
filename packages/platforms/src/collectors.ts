import { alibaba, alibaba1688 } from './alibaba/index.ts';
import { aliexpress } from './aliexpress/index.ts';
import type { Collector } from './collecting/collector.ts';
import type { Platform } from './platform.ts';
import { collector as shopifyCollector } from './shopify/collect/collector.ts';
import { collector as shoplazzaCollector } from './shoplazza/collector.ts';
import { collector as shoplineCollector } from './shopline/collector.ts';
import { shoplineTw } from './shopline-tw/index.ts';
import { collector as shopyyCollector } from './shopyy/collector.ts';
import { unknown } from './unknown/index.ts';
import { collector as woocommerceCollector } from './woocommerce/collector.ts';
import { collector as wordpressCollector } from './wordpress/collector.ts';

/** The reading part of a platform. */
export interface Reads extends Pick<Platform, 'id' | 'lastResort'> {
  collector: Collector;
}

/**
 * Collectors by platform id, in the order of `all.ts`, without the code that writes to stores: everything that a
 * browser needs.
 */
export const collectors: ReadonlyMap<string, Reads> = new Map<string, Reads>(
  [
    { id: 'shopify', collector: shopifyCollector },
    { id: 'shopline', collector: shoplineCollector },
    shoplineTw,
    { id: 'shoplazza', collector: shoplazzaCollector },
    { id: 'shopyy', collector: shopyyCollector },
    { id: 'woocommerce', collector: woocommerceCollector },
    { id: 'wordpress', collector: wordpressCollector },
    aliexpress,
    alibaba,
    alibaba1688,
    unknown,
  ].flatMap(({ collector, ...platform }) => (collector ? [[platform.id, { ...platform, collector }]] : [])),
);
