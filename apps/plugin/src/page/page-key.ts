import { productNumber } from './reading/tab-fetch.ts';

/** Query parameters that only serve tracking, or select a variant. */
const passing =
  /^(?:spm|scm|pvid|tracelog|from|ref|gclid|fbclid|variant|sku|skuId|sku_id|initiative_id|_.*|(?:utm|aff|algo|pdp|gatewayAdapt|utparam)[-_A-Z]?.*)$/i;

/**
 * Returns a key that identifies what an address shows: two addresses with the same key show the same thing. Pages
 * change their own address without navigating.
 */
export function pageKey(url: URL): string {
  const number = productNumber(url);
  if (number !== null) {
    return number;
  }
  const requested = [...url.searchParams].filter(([name]) => !passing.test(name)).sort();
  return `${url.host}${url.pathname.replace(/\/$/, '')}?${new URLSearchParams(requested)}`;
}
