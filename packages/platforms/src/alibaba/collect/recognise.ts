import type { EvidenceMark } from '@bowerbird/contract/collect/collect';
import type { RecognisedAs, Seen } from '../../collecting/collector.ts';
import { readAddress } from './address.ts';
import { alibabaCom, isHostOf, type Site } from './sites.ts';

const decisive = 100;
const strong = 50;
const medium = 25;

interface Mark {
  seen: string;
  pattern: RegExp;
  score: number;
}

/** Images and links of these sites also appear on other sites' pages: alone they are never sufficient. */
const alibabaMarks: Mark[] = [
  {
    seen: 'window.detailData',
    pattern: /window\.detailData\s*=\s*\{[^<]{0,200}"globalData"/,
    score: decisive,
  },
  {
    seen: 'window.__page__data_sse',
    pattern: /window\.__page__data_sse\d*(?:\.\w+)?\s*=\s*\{/,
    score: decisive,
  },
  { seen: 'icbu', pattern: /"icbu[\w-]{0,40}"|s\.alicdn\.com\/@[\w/.-]{0,80}icbu/i, score: strong },
  {
    seen: '/product-detail/…html',
    pattern: /href=["']\/product-detail\/[^"']{1,300}_\d{8,14}\.html/,
    score: strong,
  },
  { seen: 'sc0N.alicdn.com/kf', pattern: /\/\/sc0\d\.alicdn\.com\/kf\//, score: medium },
];

const chinaMarks: Mark[] = [
  {
    seen: 'window.context=(function(b,d)',
    pattern: /window\.context\s*=\s*\(function\s*\(b,\s*d\)/,
    score: decisive,
  },
  { seen: 'window.__GLOBAL_DADA', pattern: /window\.__GLOBAL_DADA\s*=/, score: decisive },
  {
    seen: 'offerresultData',
    pattern: /window\.data\.offerresultData\s*=|getOfferList/,
    score: strong,
  },
  { seen: '/offer/…html', pattern: /href=["']\/offer\/\d{8,14}\.html/, score: strong },
  { seen: 'cbu01.alicdn.com/img/ibank', pattern: /cbu01\.alicdn\.com\/img\/ibank\//, score: medium },
];

/**
 * Scores the signs of a page of the site. The host alone is sufficient: the site has no other host, and no other shop
 * uses it.
 */
export function recognise(site: Site, seen: Seen): RecognisedAs {
  const { hostname } = seen.url;
  const marks = site === alibabaCom ? alibabaMarks : chinaMarks;
  const evidence: EvidenceMark[] = marks
    .filter(({ pattern }) => pattern.test(seen.body))
    .map(({ seen: what, score }) => ({ sign: 'markup', seen: what, score }));
  if (isHostOf(site, hostname)) {
    evidence.push({ sign: 'host', seen: hostname, score: decisive });
  }
  const total = evidence.reduce((sum, { score }) => sum + score, 0);
  return { confidence: Math.min(100, total), evidence, scope: readAddress(site, seen.url).scope };
}
