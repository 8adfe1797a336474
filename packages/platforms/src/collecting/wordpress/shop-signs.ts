import type { EvidenceMark } from '@bowerbird/contract/collect/collect';
import { bodyClasses } from '../../reading/html/body-classes.ts';
import type { Seen } from '../collector.ts';

/** Paths from which every WordPress site loads its files. */
export const wordpressMarks = /["'(](?:(?:https?:)?\/\/[^"'()\s]{1,200})?\/wp-(?:content|includes)\//i;

const assets = String.raw`\\?/plugins\\?/woocommerce\\?/`;

const marks: { seen: string; pattern: RegExp }[] = [
  { seen: 'generator WooCommerce', pattern: /<meta[^<>]{1,500}?content=["']WooCommerce [\d.]+/i },
  { seen: '/plugins/woocommerce/', pattern: new RegExp(assets) },
  { seen: 'wc_ajax_url', pattern: /"wc_ajax_url":"/ },
  { seen: 'wc_add_to_cart_params', pattern: /\b(wc_add_to_cart_params|woocommerce_params)\b/ },
];

/**
 * Returns signs of a WooCommerce shop on a page and in its cookies (`woocommerce/readme.md`, Recognising a shop); each
 * is reliable enough to exclude a plain WordPress site.
 */
export function shopSigns({ body, headers }: Pick<Seen, 'body' | 'headers'>): Omit<EvidenceMark, 'score'>[] {
  const signs: Omit<EvidenceMark, 'score'>[] = marks
    .filter(({ pattern }) => pattern.test(body))
    .map(({ seen }) => ({ sign: 'markup', seen }));
  if ([...bodyClasses(body)].some((one) => one === 'woocommerce' || one.startsWith('woocommerce-'))) {
    signs.push({ sign: 'markup', seen: 'body class woocommerce' });
  }
  const cookie = /\b(woocommerce_cart_hash|wp_woocommerce_session_)/.exec(headers.get('set-cookie') ?? '');
  return cookie?.[1] === undefined ? signs : [...signs, { sign: 'cookie', seen: cookie[1] }];
}
