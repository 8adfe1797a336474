import { productNumber } from './tab-fetch.ts';

/** What an address carries only to be followed by, or to say which variant is chosen. */
const passing =
  /^(?:spm|scm|pvid|tracelog|from|ref|gclid|fbclid|variant|sku|skuId|sku_id|initiative_id|_.*|(?:utm|aff|algo|pdp|gatewayAdapt|utparam)[-_A-Z]?.*)$/i;

/**
 * What tells one page of a document from another: two addresses with the same key show the same thing. Pages change their
 * own address without going anywhere.
 */
export function pageKey(url: URL): string {
  const number = productNumber(url);
  if (number !== null) {
    return number;
  }
  const asked = [...url.searchParams].filter(([name]) => !passing.test(name)).sort();
  return `${url.host}${url.pathname.replace(/\/$/, '')}?${new URLSearchParams(asked)}`;
}
