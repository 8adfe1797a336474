import type { EvidenceMark } from '@bowerbird/contract/collect';
import { AppError } from '@bowerbird/contract/errors';
import type { RecognisedAs, Seen } from '../collecting/collector.ts';
import { formsOn, type PageForm } from '../collecting/page-forms.ts';
import type { PlatformContext } from '../context.ts';
import { readHtmlFacts } from '../html-facts.ts';
import { atOnce, startVisit } from '../http.ts';
import { leadsOn } from './leads.ts';
import { dialect, productPages } from './shop-reader.ts';

const forms: Record<PageForm, { seen: string; score: number }> = {
  'linked-data': { seen: 'schema.org/Product', score: 40 },
  microdata: { seen: 'itemtype schema.org/Product', score: 35 },
  'open-graph': { seen: 'og:price:amount', score: 25 },
};
const sitemapScore = 30;
const leadsScore = 25;
/** One link with a picture to what may be a product stands on many a page that is no shop's. */
const leadsMin = 2;
/** Somebody waits: a sitemap that takes longer is no sign. */
const sitemapPatienceMs = 8000;

/**
 * Scores what a page tells of its product. A front page that shows none is asked for its sitemap: where that names products,
 * or where the page leads to several, it is a whole shop.
 */
export async function recognise(
  { body, url, status }: Seen,
  context: PlatformContext,
  patienceMs = sitemapPatienceMs,
): Promise<RecognisedAs> {
  const [surest] = formsOn(readHtmlFacts(body));
  const product = surest === undefined ? [] : [{ sign: 'markup', ...forms[surest.form] }];
  const { root, scope } = dialect.place(url);
  const isFront = scope === 'shop' && status < 400;
  const shop = isFront ? ((await signInSitemap(root, context, patienceMs)) ?? signOfLeads(body, url)) : null;
  const evidence = [...(shop === null ? [] : [shop]), ...product];
  return {
    confidence: Math.max(0, ...evidence.map(({ score }) => score)),
    evidence,
    scope: product.length > 0 && shop === null ? 'product' : scope,
  };
}

async function signInSitemap(
  root: string,
  context: PlatformContext,
  patienceMs: number,
): Promise<EvidenceMark | null> {
  const late = AbortSignal.timeout(patienceMs);
  const signal = AbortSignal.any([context.signal, late]);
  const visit = startVisit({ ...context, signal }, atOnce);
  try {
    const { sitemap, keys } = await productPages(visit, root, { named: 1, other: 3 });
    return keys.length === 0 ? null : { sign: 'feed-answers', seen: sitemap, score: sitemapScore };
  } catch (thrown) {
    // A sitemap that cannot be had is no sign; whoever gave up waiting wants no other either.
    if (context.signal.aborted || !(late.aborted || thrown instanceof AppError)) {
      throw thrown;
    }
    return null;
  }
}

function signOfLeads(body: string, url: URL): EvidenceMark | null {
  return leadsOn(body, url).length < leadsMin
    ? null
    : { sign: 'markup', seen: 'links to products', score: leadsScore };
}
