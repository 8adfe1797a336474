import type { CollectScope, EvidenceMark } from '@bowerbird/contract/collect/collect';
import { AppError } from '@bowerbird/contract/errors';
import type { RecognisedAs, Seen } from '../../collecting/collector.ts';
import { apiRootIn, type SiteSigns, siteSigns } from '../../collecting/wordpress/root.ts';
import { shopSigns, wordpressMarks } from '../../collecting/wordpress/shop-signs.ts';
import type { PlatformContext } from '../../context.ts';
import { atOnce, startVisit, type Visit } from '../../net/http.ts';
import { bodyClasses } from '../../reading/html/body-classes.ts';
import { isObject } from '../../reading/unread.ts';
import { readAddress } from './address.ts';

const decisive = 100;
const strong = 50;

/**
 * Scores the evidence of a WooCommerce shop (`readme.md`, Recognising a shop). Where a WordPress page gives no certain
 * evidence of WooCommerce, its site is queried: a shop may show little of it on its front page.
 */
export async function recognise(seen: Seen, context: PlatformContext): Promise<RecognisedAs> {
  const scope = scopeOf(seen);
  const evidence: EvidenceMark[] = shopSigns(seen).map((sign) => ({ ...sign, score: strong }));
  if (sum(evidence) < decisive && (evidence.length > 0 || isWordpress(seen))) {
    const stated = await requestSite(seen, context);
    if (stated !== null) {
      evidence.push({ sign: 'feed-answers', seen: stated, score: decisive });
    }
  }
  return { confidence: Math.min(100, sum(evidence)), evidence, scope };
}

/** Returns the scope: the classes of a page's body state what it is; an address is only a guess. */
function scopeOf(seen: Seen): CollectScope {
  const classes = bodyClasses(seen.body);
  if (classes.has('single-product')) {
    return 'product';
  }
  if (classes.has('tax-product_cat')) {
    return 'category';
  }
  const { folder } = signsOf(seen);
  const { scope } = readAddress(seen.url, undefined, folder ?? undefined);
  const isWhole = classes.has('home') || classes.has('post-type-archive-product');
  return isWhole && scope !== 'search' ? 'shop' : scope;
}

function signsOf({ body, url, headers }: Seen): SiteSigns {
  return siteSigns(body, url, headers.get('link'));
}

/**
 * Reports whether the site of a page without any evidence of a shop is worth querying: security plugins hide the link
 * to the API.
 */
function isWordpress({ body, url, headers }: Seen): boolean {
  return apiRootIn(headers.get('link'), body, url) !== null || wordpressMarks.test(body);
}

/**
 * Returns the evidence of WooCommerce from the site of a page: the namespaces of its API or, where that is closed, the
 * part for products in its sitemap. Null where there is none.
 */
async function requestSite(seen: Seen, context: PlatformContext): Promise<string | null> {
  const { folder } = signsOf(seen);
  const { root } = readAddress(seen.url, 'shop', folder ?? undefined);
  const stated = apiRootIn(seen.headers.get('link'), seen.body, seen.url);
  const visit = startVisit(context, atOnce);
  const names = await namespacesAt(visit, stated ?? `${root}/wp-json/`);
  return names === null
    ? await productsInSitemap(visit, root)
    : (names.find((name) => /^wc\/(store|v\d)/.test(name)) ?? null);
}

/** Reads the namespaces with `_fields`: the whole index is two megabytes. Null where the API does not answer. */
async function namespacesAt(visit: Visit, root: string): Promise<string[] | null> {
  const url = new URL(root);
  url.searchParams.set('_fields', 'name,namespaces');
  try {
    const body = await visit.getJson(url);
    return isObject(body) && Array.isArray(body.namespaces) ? body.namespaces.map(String) : null;
  } catch (thrown) {
    return unlessOurs(thrown);
  }
}

async function productsInSitemap(visit: Visit, root: string): Promise<string | null> {
  try {
    const { text } = await visit.getText(new URL(`${root}/wp-sitemap.xml`));
    return /\/(?:wp-sitemap-posts-product-\d+|product-sitemap\d*)\.xml</.exec(text)?.[0].slice(1, -1) ?? null;
  } catch (thrown) {
    return unlessOurs(thrown);
  }
}

/** Returns null for a site that cannot be queried; rethrows a bug of the program. */
function unlessOurs(thrown: unknown): null {
  if (thrown instanceof AppError) {
    return null;
  }
  throw thrown;
}

function sum(evidence: readonly EvidenceMark[]): number {
  return evidence.reduce((total, { score }) => total + score, 0);
}
