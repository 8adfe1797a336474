import { collectorOf } from '../../collecting/collect.ts';
import type { Collector } from '../../collecting/collector.ts';
import { withAccess } from '../../collecting/own-access.ts';
import { isOurHost } from './address.ts';
import { openPlatform } from './api/own-access.ts';
import { readPage } from './page.ts';
import { recognise } from './recognise.ts';
import { dialect } from './shop-reader.ts';
import { sourceLinksOn } from './source-links.ts';

/**
 * Shortest pause between requests to the marketplace in milliseconds, whatever speed was requested (`readme.md`,
 * Refusals to readers).
 */
const betweenMs = 3000;

const byPages = collectorOf(dialect, { recognise, readPage, sourceLinksOn });

/** Collector of the marketplace: everything that a browser needs of this platform. */
export const collector = withAccess(
  { ...byPages, collect: (request, context) => byPages.collect(slowly(request), context) },
  [openPlatform(slowly)],
);

function slowly(request: Parameters<Collector['collect']>[0]): typeof request {
  return request.addresses.some(({ hostname }) => isOurHost(hostname))
    ? { ...request, paceMs: Math.max(request.paceMs ?? 0, betweenMs) }
    : request;
}
