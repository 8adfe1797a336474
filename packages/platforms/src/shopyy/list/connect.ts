import { AppError } from '@bowerbird/contract/errors';
import type {
  ListerContext,
  ShopCapabilities,
  ShopIdentity,
  StoreAccess,
} from '../../listing/store/access.ts';
import { idOf, isObject, itemsOf, textOf, type UnreadObject } from '../../reading/unread.ts';
import { readData } from './client.ts';
import { readCollections, rowsIn } from './collections.ts';
import { limits } from './limits.ts';
import { largestId, marksIn, withMark } from './marks.ts';

/**
 * Returns the store's identity, and which parts of the API its token opens. Only a write shows whether it may write.
 */
export async function identify(store: StoreAccess, context: ListerContext): Promise<ShopIdentity> {
  const shop = await atTheDoor(() => readShop(store, context));
  const products = await isOpen('/products', { limit: '1', since_id: '0' }, store, context);
  const collections = await isOpen('/collections', { page: '1', pagesize: '1' }, store, context);
  return {
    identity: shop.id ?? shop.domain,
    name: shop.name ?? shop.domain,
    currency: null,
    timeZone: shop.timeZone,
    rights: [
      { right: 'products', held: products, needed: true },
      { right: 'collections', held: collections, needed: false },
    ],
    maximumVariants: limits.variants,
    maximumOptions: limits.options,
  };
}

/**
 * Returns what later requests need: the shop's own address, its collections by name, and the current largest product
 * id, added to those recorded before. Each look-up begins at an id older than its first intent. Nothing is written, so
 * no key is proven unique: the platform is known to enforce none (`readme.md`, Uniqueness).
 */
export async function prepare(store: StoreAccess, context: ListerContext): Promise<ShopCapabilities> {
  const { domain } = await readShop(store, context);
  const collections = await readCollections(store, context).catch((thrown: unknown) => {
    if (AppError.from(thrown).code === 'store.scope-missing') {
      return {};
    }
    throw thrown;
  });
  const marks = marksIn(store);
  const id = await largestId(marks.at(-1)?.id ?? 0, store, context);
  // Dated after the id was read: products intended from then on get larger ids.
  const kept = withMark(marks, id === null ? null : { at: Date.now(), id });
  return {
    uniqueKey: false,
    probedAt: new Date().toISOString(),
    details: { domain, collections, marks: kept.map((mark) => ({ ...mark })) },
  };
}

interface Shop {
  id: string | null;
  domain: string;
  name: string | null;
  timeZone: string | null;
}

/**
 * Reads `GET /stores/domains`, whose format is not documented: a list of domains, or the store with its own (assumed).
 */
async function readShop(store: StoreAccess, context: ListerContext): Promise<Shop> {
  const data = await readData({ method: 'GET', path: '/stores/domains' }, store, context);
  const rows = [...rowsIn(data, 'domains')];
  const whole = isObject(data) ? data : {};
  const parts = [whole, ...itemsOf([whole.store]), ...rows].filter(isObject);
  const main = parts.find((row) => row.is_main === 1 || row.is_main === true) ?? parts.find(domainIn);
  const domain = (main && domainIn(main)) ?? textOf(rows[0]) ?? store.domain;
  const first = (...names: string[]) =>
    parts.flatMap((row) => names.flatMap((name) => idOf(row[name]) ?? []))[0] ?? null;
  return {
    id: first('store_id', 'shop_id') ?? (isObject(whole.store) ? idOf(whole.store.id) : null),
    domain: domain.replace(/^https?:\/\//i, '').replace(/\/[\s\S]*$/, ''),
    name: first('shop_name', 'store_name', 'name'),
    timeZone: zoneOf(first('time_zone', 'timezone')),
  };
}

function domainIn(row: UnreadObject): string | null {
  return textOf(row.main_domain) ?? textOf(row.domain) ?? textOf(row.shop_domain) ?? textOf(row.host);
}

/** Returns a time zone name only when dates can be computed with it. */
function zoneOf(stated: string | null): string | null {
  try {
    return stated === null
      ? null
      : new Intl.DateTimeFormat('en', { timeZone: stated }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}

async function isOpen(
  path: string,
  query: Record<string, string>,
  store: StoreAccess,
  context: ListerContext,
): Promise<boolean> {
  try {
    await readData({ method: 'GET', path, query }, store, context);
    return true;
  } catch (thrown) {
    if (AppError.from(thrown).code === 'store.scope-missing') {
      return false;
    }
    throw thrown;
  }
}

/**
 * While connecting, a refused token is a wrong one, and a server that knows no stores is not the API; later a refusal
 * means that access has ended.
 */
async function atTheDoor<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    const failure = AppError.from(thrown);
    switch (failure.code) {
      case 'store.access-denied':
        throw new AppError('store.credentials-wrong', failure.message, { params: { field: 'token' } });
      case 'store.product-gone':
        throw new AppError('store.not-found', failure.message);
      default:
        throw failure;
    }
  }
}

/** Returns a shop's host from what a person pastes. */
export function domainOf(pasted: string): string | null {
  const given = pasted.trim();
  const url = URL.parse(/^https?:\/\//i.test(given) ? given : `https://${given}`);
  return url !== null && (url.hostname.includes('.') || url.hostname === 'localhost') ? url.host : null;
}
