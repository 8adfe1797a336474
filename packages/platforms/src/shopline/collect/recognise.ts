import type { EvidenceMark } from '@bowerbird/contract/collect/collect';
import type { RecognisedAs, Seen } from '../../collecting/collector.ts';
import { readWithSearch } from '../../collecting/links/search-address.ts';
import { searchForm } from './search.ts';

const decisive = 100;
const strong = 50;

const markups: { seen: string; pattern: RegExp; score: number }[] = [
  {
    seen: 'cdn.myshopline.com',
    pattern: /\/\/(?:cdn|cdn-theme|img|img-va|r2cdn|s2cdn)\.myshopline\.com\b/,
    score: strong,
  },
  { seen: 'window.Shopline', pattern: /window\.Shopline\s*=\s*\{[^}]{0,2000}"storeId"/, score: strong },
  { seen: 'SL_State', pattern: /window\.(?:SL_State|SLM|SL_EventBus)\b/, score: strong },
  {
    seen: 'data-ssr-product-detail',
    pattern: /data-ssr-product-detail|id=["']shopline-section-/,
    score: strong,
  },
  { seen: '/leproxy/api/', pattern: /\/leproxy\/api\//, score: strong },
];

/** Scores the signs of a shop of the global SHOPLINE; the classic of Taiwan is another platform with the same name. */
export async function recognise({ url, body }: Seen): Promise<RecognisedAs> {
  const evidence: EvidenceMark[] = markups
    .filter(({ pattern }) => pattern.test(body))
    .map(({ seen, score }) => ({ sign: 'markup', seen, score }));
  if (url.hostname.endsWith('.myshopline.com')) {
    evidence.push({ sign: 'host', seen: url.hostname, score: decisive });
  }
  const total = evidence.reduce((sum, { score }) => sum + score, 0);
  return { confidence: Math.min(100, total), evidence, scope: readWithSearch(url, searchForm).scope };
}
