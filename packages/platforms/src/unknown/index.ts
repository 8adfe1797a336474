import type { Product } from '@bowerbird/catalog/product';
import { collectorOf } from '../collecting/collect.ts';
import type { RecognisedAs, Seen } from '../collecting/collector.ts';
import { productsOrNone } from '../collecting/products-or-none.ts';
import { readHtmlFacts } from '../html-facts.ts';
import type { Platform } from '../platform.ts';
import { leadsOn } from './leads.ts';
import { formsOn, type PageForm, productOnPage } from './page.ts';
import { dialect } from './shop-reader.ts';

/**
 * Shops of platforms that nobody here knows: what a page tells of its product in linked data, microdata or Open Graph. Never
 * so sure that a known platform would give way to it.
 */
export const unknown: Platform = {
  id: 'unknown',
  name: 'Other shops',
  letters: '··',
  hue: '#5B6775',
  lastResort: true,
  collector: collectorOf(dialect, { recognise, readPage, leadsOn }),
};

const signs: Record<PageForm, { seen: string; score: number }> = {
  'linked-data': { seen: 'schema.org/Product', score: 40 },
  microdata: { seen: 'itemtype schema.org/Product', score: 35 },
  'open-graph': { seen: 'og:price:amount', score: 25 },
};

async function recognise({ body, url }: Seen): Promise<RecognisedAs> {
  const [surest] = formsOn(readHtmlFacts(body));
  if (surest !== undefined) {
    const { seen, score } = signs[surest.form];
    return { confidence: score, evidence: [{ sign: 'markup', seen, score }], scope: 'product' };
  }
  return { confidence: 0, evidence: [], scope: dialect.place(url).scope };
}

/** The products on a page as a browser shows it: one, or none. */
function readPage(html: string, url: URL): Product[] {
  return productsOrNone(() => productOnPage(html, url, url.host));
}
