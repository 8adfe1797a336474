import type { EvidenceMark } from '@bowerbird/contract/collect/collect';
import { AppError } from '@bowerbird/contract/errors';
import type { RecognisedAs, Seen } from '../../collecting/collector.ts';
import { readWithSearch } from '../../collecting/links/search-address.ts';
import type { PlatformContext } from '../../context.ts';
import { atOnce, startVisit } from '../../net/http.ts';
import { readSearchPage } from './api.ts';
import { identityOf } from './schema.ts';
import { searchForm } from './search.ts';

const decisive = 100;
const strong = 50;
const weak = 10;

const markups: { seen: string; pattern: RegExp; score: number }[] = [
  { seen: 'C_SETTINGS', pattern: /\bC_SETTINGS\s*=\s*\{/, score: strong },
  {
    seen: 'SHOP_PARAMS',
    pattern: /\bSHOP_PARAMS\s*=\s*\{[^}]{0,2000}\b(cdn_domain|theme_id)\b/,
    score: strong,
  },
  {
    seen: 'product-json',
    pattern: /\bid=["']product-json["'][^<>]{0,300}\bdata-id=/,
    score: strong,
  },
  { seen: 'product_detail', pattern: /\.product_detail\(\s*\{/, score: strong },
  { seen: 'collectionDetail', pattern: /\$\.collectionDetail\(\s*\{/, score: strong },
  // A page that only shows an image from there is not a shop of this platform (`readme.md`, Recognising a shop).
  {
    seen: 'cdn.shoplazza.com',
    pattern:
      /<(?:script|link)[^<>]{1,300}?(?:src|href)=["'](?:https?:)?\/\/(?:(?:cn\.)?cdn\.shoplazza\.com|(?:img|static)\.staticdj\.com)/,
    score: strong,
  },
  { seen: 'dj_skin', pattern: /<body[^<>]{1,300}?class=["'][^"']{0,300}\bdj_skin_/, score: weak },
];

/** Scores the signs of a Shoplazza shop; when they are likely but not certain, requests one product from its search. */
export async function recognise(seen: Seen, context: PlatformContext): Promise<RecognisedAs> {
  const { scope, root } = readWithSearch(seen.url, searchForm);
  const evidence: EvidenceMark[] = markups
    .filter(({ pattern }) => pattern.test(seen.body))
    .map(({ seen: what, score }) => ({ sign: 'markup', seen: what, score }));
  if (seen.url.hostname.endsWith('.myshoplaza.com')) {
    evidence.push({ sign: 'host', seen: seen.url.hostname, score: decisive });
  }
  const total = evidence.reduce((sum, { score }) => sum + score, 0);
  if (total > 0 && total < decisive && (await answers(root, context))) {
    evidence.push({ sign: 'feed-answers', seen: '/api/search', score: decisive });
  }
  return {
    confidence: Math.min(
      100,
      evidence.reduce((sum, { score }) => sum + score, 0),
    ),
    evidence,
    scope,
  };
}

async function answers(root: string, context: PlatformContext): Promise<boolean> {
  try {
    const { items } = await readSearchPage(startVisit(context, atOnce), root, 1, { limit: 1 });
    return items.some((item) => identityOf(item).id !== null);
  } catch (thrown) {
    if (thrown instanceof AppError) {
      return false;
    }
    throw thrown;
  }
}
