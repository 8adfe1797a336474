import type { EvidenceMark } from '@bowerbird/contract/collect/collect';
import type { RecognisedAs, Seen } from '../../collecting/collector.ts';
import { dialect } from './shop-reader.ts';

const decisive = 100;
const strong = 50;

/** Scores the signs of a classic SHOPLINE shop. It has no public endpoint to query. */
export async function recognise({ url, body }: Seen): Promise<RecognisedAs> {
  const evidence: EvidenceMark[] = [];
  if (url.hostname.endsWith('.shoplineapp.com')) {
    evidence.push({ sign: 'host', seen: url.hostname, score: decisive });
  }
  const handed = /app\.value\(\s*'(product|merchant)'\s*,\s*JSON\.parse/.exec(body)?.[1];
  if (handed !== undefined) {
    evidence.push({ sign: 'markup', seen: `app.value('${handed}'`, score: strong });
  }
  if (/\/\/(?:cdn|img)\.shoplineapp\.com|\/\/[\w.]*shoplineimg\.com/.test(body)) {
    evidence.push({ sign: 'markup', seen: 'shoplineapp.com', score: strong });
  }
  const total = evidence.reduce((sum, { score }) => sum + score, 0);
  return { confidence: Math.min(100, total), evidence, scope: dialect.place(url).scope };
}
