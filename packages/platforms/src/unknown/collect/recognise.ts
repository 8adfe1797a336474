import type { EvidenceMark } from '@bowerbird/contract/collect/collect';
import { AppError } from '@bowerbird/contract/errors';
import type { RecognisedAs, Seen } from '../../collecting/collector.ts';
import { formsOn, type PageForm } from '../../collecting/pages/page-forms.ts';
import type { PlatformContext } from '../../context.ts';
import { atOnce, startVisit } from '../../net/http.ts';
import { readHtmlFacts } from '../../reading/html/html-facts.ts';
import { dialect, productPages } from './shop-reader.ts';
import { sourceLinksOn } from './source-links.ts';

const forms: Record<PageForm, { seen: string; score: number }> = {
  'linked-data': { seen: 'schema.org/Product', score: 40 },
  microdata: { seen: 'itemtype schema.org/Product', score: 35 },
  'open-graph': { seen: 'og:price:amount', score: 25 },
};
const sitemapScore = 30;
const sourceLinksScore = 25;
/** A single link with an image to a possible product also appears on many pages that are not shops. */
const sourceLinksMin = 2;
/** Milliseconds after which a slow sitemap is ignored, because a person is waiting. */
const sitemapPatienceMs = 8000;

/**
 * Scores what a page says about its product. For a front page without a product, requests its sitemap: when that names
 * products, or when the page links to several, it is a whole shop.
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
  const shop = isFront
    ? ((await signInSitemap(root, context, patienceMs)) ?? signOfSourceLinks(body, url))
    : null;
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
    // An unavailable sitemap is no evidence. When the caller itself has stopped, the error is rethrown, because no
    // other sitemap is wanted.
    if (context.signal.aborted || !(late.aborted || thrown instanceof AppError)) {
      throw thrown;
    }
    return null;
  }
}

function signOfSourceLinks(body: string, url: URL): EvidenceMark | null {
  return sourceLinksOn(body, url).length < sourceLinksMin
    ? null
    : { sign: 'markup', seen: 'links to products', score: sourceLinksScore };
}
