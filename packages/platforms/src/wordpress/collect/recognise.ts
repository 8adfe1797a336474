import type { EvidenceMark } from '@bowerbird/contract/collect/collect';
import type { RecognisedAs, Seen } from '../../collecting/collector.ts';
import { apiRootIn, siteSigns } from '../../collecting/wordpress/root.ts';
import { shopSigns, wordpressMarks } from '../../collecting/wordpress/shop-signs.ts';
import { bodyClasses } from '../../reading/html/body-classes.ts';
import { readAddress } from './address.ts';

const decisive = 100;
const strong = 50;
/** Confidence for a shop on WordPress: its own platform reads it better, but its posts may be wanted. */
const besideShop = 45;

const markups: { seen: string; pattern: RegExp }[] = [
  { seen: 'generator WordPress', pattern: /<meta[^<>]{1,500}?content=["']WordPress [\d.]+/i },
  { seen: '/wp-content/', pattern: wordpressMarks },
];

/** Scores the signs of a WordPress site (`readme.md`, Recognising a shop). */
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
  const isShop = shopSigns(seen).length > 0;
  return { confidence: isShop ? Math.min(besideShop, total) : total, evidence, scope: scopeOf(seen) };
}

/** Returns the scope of a page from the classes of its body. */
function scopeOf({ body, url, headers }: Seen): RecognisedAs['scope'] {
  const classes = bodyClasses(body);
  const has = (...names: string[]) => names.some((name) => classes.has(name));
  // A custom front page is also a page.
  if (has('home', 'blog')) {
    return 'shop';
  }
  if (has('single') || [...classes].some((one) => /^page-id-\d+$/.test(one))) {
    return 'product';
  }
  const { folder } = siteSigns(body, url, headers.get('link'));
  return has('category') ? 'category' : readAddress(url, undefined, folder ?? undefined).scope;
}
