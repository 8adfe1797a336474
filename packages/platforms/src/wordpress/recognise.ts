import type { EvidenceMark } from '@bowerbird/contract/collect';
import type { RecognisedAs, Seen } from '../collecting/collector.ts';
import { apiRootIn } from '../collecting/wordpress-rest.ts';
import { dialect } from './shop-reader.ts';

const decisive = 100;
const strong = 50;
/** What a shop on WordPress is worth here: its own platform reads it better, but its posts may be wanted. */
const besideShop = 45;

const markups: { seen: string; pattern: RegExp }[] = [
  { seen: 'generator WordPress', pattern: /<meta[^<>]{1,500}?content=["']WordPress [\d.]+/i },
  { seen: '/wp-content/', pattern: /["'(](?:https?:)?\/\/[^"'()\s]{1,200}\/wp-(?:content|includes)\//i },
];

/** Scores the signs of a WordPress site (platform notes 1). */
export async function recognise(seen: Seen): Promise<RecognisedAs> {
  const { body, url, headers } = seen;
  const evidence: EvidenceMark[] = markups
    .filter(({ pattern }) => pattern.test(body))
    .map(({ seen: what }) => ({ sign: 'markup', seen: what, score: strong }));
  const root = apiRootIn(headers.get('link'), body, url);
  if (root !== null) {
    evidence.push({ sign: 'header', seen: 'api.w.org', score: decisive });
  }
  const total = Math.min(
    100,
    evidence.reduce((sum, { score }) => sum + score, 0),
  );
  const isShop = /\/plugins\/woocommerce\/|<body[^<>]{1,500}?class=["'][^"']{0,2000}\bwoocommerce\b/i.test(
    body,
  );
  return { confidence: isShop ? Math.min(besideShop, total) : total, evidence, scope: scopeOf(seen) };
}

/** A page says in the classes of its body what it is. */
function scopeOf({ body, url }: Seen): RecognisedAs['scope'] {
  const classes = /<body[^<>]{1,500}?class=["']([^"']{0,2000})["']/i.exec(body)?.[1] ?? '';
  if (/\b(single|page-id-\d+)\b/.test(classes)) {
    return 'product';
  }
  if (/\bcategory\b/.test(classes)) {
    return 'category';
  }
  return /\b(home|blog)\b/.test(classes) ? 'shop' : dialect.place(url).scope;
}
