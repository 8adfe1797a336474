import type { EvidenceMark } from '@bowerbird/contract/collect/collect';
import { AppError } from '@bowerbird/contract/errors';
import type { RecognisedAs, Seen } from '../../collecting/collector.ts';
import { readWithSearch } from '../../collecting/links/search-address.ts';
import type { PlatformContext } from '../../context.ts';
import { atOnce, startVisit, type Visit } from '../../net/http.ts';
import { parseBoundedJson } from '../../reading/json/bounded-json.ts';
import { isObject, itemsOf } from '../../reading/unread.ts';
import { feedAddress } from './feed.ts';
import { searchForm } from './search.ts';
import { mayBeFront, permanentHostIn } from './shop-facts.ts';

const decisive = 100;
const strong = 50;
const medium = 20;
const weak = 10;

/** Result of requesting the shop's feed. `unknown`: it could not be requested, so nothing follows. */
type Feed = 'ours' | 'empty' | 'not ours' | 'unknown';

/**
 * Scores the evidence of a Shopify shop; two strong signs or one decisive sign make it certain. Unless it is certain
 * already, the feed's first product is requested, also under the permanent name when the page names it (shops with a
 * front of their own). The form of a path alone counts little, and nothing once the feed showed otherwise: other
 * platforms copy it.
 */
export async function recognise(seen: Seen, context: PlatformContext): Promise<RecognisedAs> {
  const { scope, root } = readWithSearch(seen.url, searchForm);
  const evidence = [...hostSigns(seen.url), ...headerSigns(seen.headers), ...markupSigns(seen.body)];
  const path = pathSign(seen.url);

  if (sum(evidence) < decisive) {
    const visit = startVisit(context, atOnce);
    let feed = feedIn(seen.body) ?? (await requestFeed(visit, root));
    const permanent = permanentHostIn(seen.body);
    if (feed === 'not ours' && permanent !== null && mayBeFront(seen.url)) {
      feed = await requestFeed(visit, `https://${permanent}`);
    }
    if (feed === 'ours') {
      evidence.push({ sign: 'feed-answers', seen: '/products.json', score: decisive });
    } else if (feed === 'empty') {
      evidence.push({ sign: 'feed-answers', seen: '/products.json', score: strong });
    } else if (feed === 'not ours' && evidence.length === 0) {
      return { confidence: 0, evidence: [], scope };
    }
  }
  const all = path ? [...evidence, path] : evidence;
  return { confidence: Math.min(100, sum(all)), evidence: all, scope };
}

function sum(evidence: readonly EvidenceMark[]): number {
  return evidence.reduce((total, { score }) => total + score, 0);
}

function hostSigns(url: URL): EvidenceMark[] {
  return url.hostname.endsWith('.myshopify.com')
    ? [{ sign: 'host', seen: url.hostname, score: decisive }]
    : [];
}

const shopifyHeaders = [
  'x-shopid',
  'x-shardid',
  'x-sorting-hat-shopid',
  'x-sorting-hat-podid',
  'x-shopify-stage',
];
const shopifyCookies = /\b(_shopify_y|_shopify_s|_shopify_essential)=/;

/** Only one sign of each kind counts: four headers of the same proxy are not four proofs. */
function headerSigns(headers: Headers): EvidenceMark[] {
  const marks: EvidenceMark[] = [];
  const named = shopifyHeaders.find((name) => headers.has(name));
  if (named) {
    marks.push({ sign: 'header', seen: named, score: strong });
  }
  if (/shopify/i.test(headers.get('powered-by') ?? '')) {
    marks.push({ sign: 'header', seen: 'powered-by', score: strong });
  }
  const cookie = shopifyCookies.exec(headers.get('set-cookie') ?? '')?.[1];
  if (cookie) {
    marks.push({ sign: 'cookie', seen: cookie, score: medium });
  }
  return marks;
}

const markups: { seen: string; pattern: RegExp; score: number }[] = [
  {
    seen: 'Shopify.shop',
    pattern: /Shopify\.shop\s*=\s*["'][a-z0-9-]{1,61}\.myshopify\.com/i,
    score: strong,
  },
  { seen: 'Shopify.theme', pattern: /Shopify\.theme\s*=/, score: strong },
  { seen: 'gid://shopify/Product', pattern: /gid:\\?\/\\?\/shopify\\?\/Product/, score: strong },
  { seen: '/cdn/shop/', pattern: /\/cdn\/shop\/(?:files|products|t)\//, score: strong },
  // A blog may show an image from there: this sign alone is not strong.
  { seen: 'cdn.shopify.com', pattern: /cdn\.shopify\.com/, score: medium + weak },
];

function markupSigns(body: string): EvidenceMark[] {
  return markups
    .filter(({ pattern }) => pattern.test(body))
    .map(({ seen, score }) => ({ sign: 'markup', seen, score }));
}

function pathSign(url: URL): EvidenceMark | null {
  const shape = /\/(products|collections)\/[^/]+/.exec(url.pathname);
  return shape ? { sign: 'path', seen: `/${shape[1]}/`, score: weak } : null;
}

async function requestFeed(visit: Visit, root: string): Promise<Feed> {
  try {
    return readFeed(await visit.getJson(feedAddress(root, 1, 1)));
  } catch (thrown) {
    if (thrown instanceof AppError) {
      return ['source.gone', 'source.not-json', 'source.page-not-understood'].includes(thrown.code)
        ? 'not ours'
        : 'unknown';
    }
    throw thrown;
  }
}

/** The given address may be the feed itself. */
function feedIn(body: string): Feed | null {
  if (!body.startsWith('{"products":')) {
    return null;
  }
  try {
    return readFeed(parseBoundedJson(body));
  } catch {
    return null;
  }
}

function readFeed(body: unknown): Feed {
  const products = isObject(body) && Array.isArray(body.products) ? itemsOf(body.products) : null;
  if (products === null) {
    return 'not ours';
  }
  const [first] = products;
  if (first === undefined) {
    return 'empty';
  }
  const variant = isObject(first) ? itemsOf(first.variants)[0] : undefined;
  return isObject(first) && 'handle' in first && isObject(variant) && 'product_id' in variant
    ? 'ours'
    : 'not ours';
}
