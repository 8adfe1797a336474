import type { EvidenceMark } from '@bowerbird/contract/collect/collect';
import type { RecognisedAs, Seen } from '../../collecting/collector.ts';
import { readAddress } from '../../collecting/links/handle-address.ts';

const decisive = 100;
const strong = 50;
const medium = 25;

/** Asset hosts change; both were seen within one year (`readme.md`, Recognising a shop). */
const markups: { seen: string; pattern: RegExp; score: number }[] = [
  {
    seen: 'cdn.staticsoe.com',
    pattern: /\/\/cdn\.(?:staticsoe|statics-cdn-abc)\.com\/(?:pics|uploads|[\w/-]+\.(?:js|css))/,
    score: strong,
  },
  { seen: 'imgcdn.ymcart.com', pattern: /\/\/us\d+-imgcdn\.ymcart\.com\//, score: decisive },
  { seen: 'variant_sku_code', pattern: /\/products\/[^"'\s?]{1,300}\?variant_sku_code=/, score: strong },
  { seen: 'spec_mode', pattern: /"spec_mode"\s*:\s*[12]\b/, score: strong },
  { seen: 'collection_detail_scrollTop', pattern: /collection_detail_scrollTop/, score: medium },
  { seen: 'header_box_wrap', pattern: /class=["'][^"']*\bheader_box_wrap\b/, score: medium },
  { seen: '--general_font_family', pattern: /--general_font_family\s*:/, score: medium },
];

/** Scores the signs of a Shopyy shop of either generation. It has no public endpoint to query. */
export async function recognise(seen: Seen): Promise<RecognisedAs> {
  const evidence: EvidenceMark[] = markups
    .filter(({ pattern }) => pattern.test(seen.body))
    .map(({ seen: what, score }) => ({ sign: 'markup', seen: what, score }));
  if (/\.(?:ymcart|shopyy|myshopyy)\.com$|\.oemsaas\.\w+$/.test(seen.url.hostname)) {
    evidence.push({ sign: 'host', seen: seen.url.hostname, score: decisive });
  }
  const total = evidence.reduce((sum, { score }) => sum + score, 0);
  return { confidence: Math.min(100, total), evidence, scope: readAddress(seen.url).scope };
}
