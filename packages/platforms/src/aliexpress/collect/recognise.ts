import type { EvidenceMark } from '@bowerbird/contract/collect/collect';
import type { RecognisedAs, Seen } from '../../collecting/collector.ts';
import { isOurHost, isRussianSite, readAddress } from './address.ts';

const decisive = 100;
const strong = 50;
const medium = 25;

/**
 * Names from the marketplace's own front end. Its images are not a sign: they appear in every shop that resells its
 * products.
 */
const markups: { seen: string; pattern: RegExp; score: number }[] = [
  { seen: '_dida_config_', pattern: /\b_dida_config_\b/, score: strong },
  { seen: 'shopPageDataApi', pattern: /\bshopPageDataApi\b/, score: strong },
  { seen: 'a2g0o', pattern: /data-spm(?:-anchor-id)?=["']a2g0o\b|content=["']a2g0o["']/, score: strong },
  { seen: 'runParams', pattern: /\bwindow\.runParams\s{0,9}=/, score: medium },
  { seen: '_d_c_', pattern: /\bwindow\._d_c_\b/, score: medium },
  {
    seen: 'skuModule',
    pattern: /"(?:skuModule|titleModule|productInfoComponent|HEADER_IMAGE_PC)"\s{0,9}:/,
    score: medium,
  },
];

/**
 * Scores the signs of AliExpress. The address is sufficient; a page saved or mirrored elsewhere is recognised by its
 * names.
 */
export async function recognise({ url, body }: Seen): Promise<RecognisedAs> {
  const { scope } = readAddress(url);
  if (isRussianSite(url.hostname)) {
    return { confidence: 0, evidence: [], scope };
  }
  const evidence: EvidenceMark[] = markups
    .filter(({ pattern }) => pattern.test(body))
    .map(({ seen, score }) => ({ sign: 'markup', seen, score }));
  if (isOurHost(url.hostname)) {
    evidence.push({ sign: 'host', seen: url.hostname, score: decisive });
  }
  const total = evidence.reduce((sum, { score }) => sum + score, 0);
  return { confidence: Math.min(100, total), evidence, scope };
}
