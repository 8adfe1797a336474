import { currencyOf } from '../../../collecting/pages/variant-rows.ts';

/**
 * Returns the currency that a page's prices are shown in, as Shopify writes it for its own scripts; null when it does
 * not.
 */
export function pageCurrency(html: string): string | null {
  const shown = /Shopify\.currency\s{0,3}=\s{0,3}\{"active":"([A-Z]{3})"/.exec(html);
  const counted = /ShopifyAnalytics\.meta\.currency\s{0,3}=\s{0,3}['"]([A-Z]{3})['"]/.exec(html);
  return currencyOf(shown?.[1]) ?? currencyOf(counted?.[1]);
}
