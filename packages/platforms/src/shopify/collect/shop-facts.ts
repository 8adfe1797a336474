import { AppError } from '@bowerbird/contract/errors';
import { productAddress } from '../../collecting/links/handle-address.ts';
import { currencyOf } from '../../collecting/pages/variant-rows.ts';
import type { Visit } from '../../net/http.ts';
import { isObject, textOf, wholeOf } from '../../reading/unread.ts';

/** Facts about a shop from its `/meta.json`. */
export interface ShopMeta {
  name: string | null;
  /** The shop's own currency; a visitor of another market is shown another. */
  currency: string | null;
  /** Number of products published; null when the shop does not state it. */
  promised: number | null;
  /** "x.myshopify.com", the name that never changes. */
  permanentHost: string | null;
}

const nothingSaid: ShopMeta = { name: null, currency: null, promised: null, permanentHost: null };

/**
 * Reads the facts by one request. Nothing depends on it, so a refusal counts as no information. Only a closed shop is
 * reported at once.
 */
export async function readShopMeta(visit: Visit, root: string): Promise<ShopMeta> {
  const body = await orNull(visit.getJson(new URL('/meta.json', root), { optional: true }));
  return shopMetaOf(body);
}

export function shopMetaOf(body: unknown): ShopMeta {
  if (!isObject(body)) {
    return nothingSaid;
  }
  const promised = wholeOf(body.published_products_count);
  return {
    name: textOf(body.name),
    currency: currencyOf(body.currency),
    promised: promised !== null && promised >= 0 ? promised : null,
    permanentHost: textOf(body.myshopify_domain),
  };
}

/**
 * Returns the currency of the prices this visitor is shown, from one product's own JSON; null when it does not contain
 * it.
 */
export async function sessionCurrency(visit: Visit, root: string, handle: string): Promise<string | null> {
  const body = await orNull(
    visit.getJson(new URL(`${productAddress(root, handle)}.json`), { optional: true }),
  );
  const product = isObject(body) && isObject(body.product) ? body.product : {};
  const first = Array.isArray(product.variants) ? product.variants[0] : null;
  return isObject(first) ? currencyOf(first.price_currency) : null;
}

/** Returns "x.myshopify.com" as a shop's page names it; null when it does not. */
export function permanentHostIn(html: string): string | null {
  const named =
    /Shopify\.shop\s*=\s*["']([a-z0-9-]{1,61}\.myshopify\.com)/i.exec(html) ??
    /\b([a-z0-9][a-z0-9-]{0,60}\.myshopify\.com)\b/i.exec(html);
  return named?.[1]?.toLowerCase() ?? null;
}

/**
 * Reports whether a shop at this address may be the front of one elsewhere: an IP address and a name of this machine
 * are not.
 */
export function mayBeFront(address: URL): boolean {
  return (
    address.hostname.includes('.') &&
    !/^[\d.]+$|^\[|\.(localhost|local|internal|test)$/.test(address.hostname)
  );
}

async function orNull<T>(requested: Promise<T>): Promise<T | null> {
  try {
    return await requested;
  } catch (thrown) {
    if (
      thrown instanceof AppError &&
      thrown.code !== 'source.password-protected' &&
      thrown.code !== 'source.frozen'
    ) {
      return null;
    }
    throw thrown;
  }
}
