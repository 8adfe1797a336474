import { alibaba1688Collector, alibabaCollector } from './alibaba/collect/collector.ts';
import { collector as aliexpressCollector } from './aliexpress/collect/collector.ts';
import type { Collector } from './collecting/collector.ts';
import type { Platform } from './platform.ts';
import { collector as shopifyCollector } from './shopify/collect/collector.ts';
import { collector as shoplazzaCollector } from './shoplazza/collect/collector.ts';
import { collector as shoplineCollector } from './shopline/collect/collector.ts';
import { collector as shoplineTwCollector } from './shopline-tw/collect/collector.ts';
import { collector as shopyyCollector } from './shopyy/collect/collector.ts';
import { collector as unknownCollector } from './unknown/collect/collector.ts';
import { collector as woocommerceCollector } from './woocommerce/collect/collector.ts';
import { collector as wordpressCollector } from './wordpress/collect/collector.ts';

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
    { id: 'shopline-tw', collector: shoplineTwCollector },
    { id: 'shoplazza', collector: shoplazzaCollector },
    { id: 'shopyy', collector: shopyyCollector },
    { id: 'woocommerce', collector: woocommerceCollector },
    { id: 'wordpress', collector: wordpressCollector },
    { id: 'aliexpress', collector: aliexpressCollector },
    { id: 'alibaba', collector: alibabaCollector },
    { id: 'alibaba-1688', collector: alibaba1688Collector },
    { id: 'unknown', collector: unknownCollector, lastResort: true as const },
  ].map((reads) => [reads.id, reads]),
);
