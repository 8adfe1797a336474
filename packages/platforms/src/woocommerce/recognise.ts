import type { CollectScope, EvidenceMark } from '@bowerbird/contract/collect';
import { AppError } from '@bowerbird/contract/errors';
import type { RecognisedAs, Seen } from '../collecting/collector.ts';
import { apiRootIn } from '../collecting/wordpress-rest.ts';
import type { PlatformContext } from '../context.ts';
import { atOnce, startVisit } from '../http.ts';
import { isObject, itemsOf } from '../unread.ts';
import { readAddress } from './address.ts';

const decisive = 100;
const strong = 50;
const medium = 20;

const markups: { seen: string; pattern: RegExp; score: number }[] = [
  {
    seen: 'generator WooCommerce',
    pattern: /<meta[^<>]{1,500}?content=["']WooCommerce [\d.]+/i,
    score: strong,
  },
  {
    seen: 'body class woocommerce',
    pattern: /<body[^<>]{1,500}?class=["'][^"']{0,2000}\bwoocommerce\b/i,
    score: strong,
  },
  { seen: '/plugins/woocommerce/', pattern: /\/wp-content\/plugins\/woocommerce\//, score: strong },
  { seen: 'wc_add_to_cart_params', pattern: /\b(wc_add_to_cart_params|woocommerce_params)\b/, score: medium },
];

/**
 * Scores the signs of a WooCommerce shop (platform notes 1). A page that names a WordPress API, but nothing surely of
 * WooCommerce, is asked once for its namespaces, with `_fields`: the whole index is two megabytes.
 */
export async function recognise(seen: Seen, context: PlatformContext): Promise<RecognisedAs> {
  const scope = scopeOf(seen);
  const evidence: EvidenceMark[] = markups
    .filter(({ pattern }) => pattern.test(seen.body))
    .map(({ seen: what, score }) => ({ sign: 'markup', seen: what, score }));
  const cookie = /\b(woocommerce_cart_hash|wp_woocommerce_session_)/.exec(
    seen.headers.get('set-cookie') ?? '',
  );
  if (cookie?.[1]) {
    evidence.push({ sign: 'cookie', seen: cookie[1], score: medium });
  }
  const root = apiRootIn(seen.headers.get('link'), seen.body, seen.url);
  if (sum(evidence) < decisive && (evidence.length > 0 || root !== null)) {
    const namespace = await namespaceAt(root ?? `${seen.url.origin}/wp-json/`, context);
    if (namespace !== null) {
      evidence.push({ sign: 'feed-answers', seen: namespace, score: decisive });
    }
  }
  return { confidence: Math.min(100, sum(evidence)), evidence, scope };
}

/** A page says itself what it is, in the classes of its body; an address is only a guess. */
function scopeOf({ body, url }: Seen): CollectScope {
  const classes = /<body[^<>]{1,500}?class=["']([^"']{0,2000})["']/i.exec(body)?.[1] ?? '';
  if (/\bsingle-product\b/.test(classes)) {
    return 'product';
  }
  return /\btax-product_cat\b/.test(classes) ? 'category' : readAddress(url).scope;
}

async function namespaceAt(root: string, context: PlatformContext): Promise<string | null> {
  const url = new URL(root);
  url.searchParams.set('_fields', 'name,namespaces');
  try {
    const body = await startVisit(context, atOnce).getJson(url);
    const names = isObject(body) ? itemsOf(body.namespaces).map(String) : [];
    return names.find((name) => /^wc\/(store|v\d)/.test(name)) ?? null;
  } catch (thrown) {
    if (thrown instanceof AppError) {
      return null;
    }
    throw thrown;
  }
}

function sum(evidence: readonly EvidenceMark[]): number {
  return evidence.reduce((total, { score }) => total + score, 0);
}
