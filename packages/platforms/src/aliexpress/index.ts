import { collectorOf } from '../collecting/collect.ts';
import type { Collector } from '../collecting/collector.ts';
import { withAccess } from '../collecting/own-access.ts';
import type { Platform } from '../platform.ts';
import { isOurHost } from './address.ts';
import { leadsOn } from './leads.ts';
import { openPlatform } from './own-access.ts';
import { readPage } from './page.ts';
import { recognise } from './recognise.ts';
import { dialect } from './shop-reader.ts';

/** No faster than this is the marketplace asked, whatever was wished for (`readme.md`, Refusals to readers). */
const betweenMs = 3000;

const byPages = collectorOf(dialect, { recognise, readPage, leadsOn });
const collector: Collector = { ...byPages, collect: (ask, context) => byPages.collect(slowly(ask), context) };

export const aliexpress: Platform = {
  id: 'aliexpress',
  name: 'AliExpress',
  letters: 'Ae',
  hue: '#B43A0B',
  collector: withAccess(collector, [openPlatform(slowly)]),
};

function slowly(ask: Parameters<Collector['collect']>[0]): typeof ask {
  return ask.addresses.some(({ hostname }) => isOurHost(hostname))
    ? { ...ask, paceMs: Math.max(ask.paceMs ?? 0, betweenMs) }
    : ask;
}
