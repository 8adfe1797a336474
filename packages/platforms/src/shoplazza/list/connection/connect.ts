import { AppError } from '@bowerbird/contract/errors';
import type {
  ListerContext,
  ShopCapabilities,
  ShopIdentity,
  StoreAccess,
} from '../../../listing/store/access.ts';
import { idOf, isObject, textOf, type UnreadObject } from '../../../reading/unread.ts';
import { optionsMax, variantsMax } from '../limits.ts';
import { failureOf } from '../write/said.ts';
import { type ApiRequest, call, readJson, type Version, versions } from './client.ts';

/** Permissions that listing requires, and optional ones (`readme.md`, Credentials). */
const rights: readonly { right: string; needed: boolean; requested: ApiRequest }[] = [
  { right: 'read_product', needed: true, requested: { method: 'GET', route: '/products/count' } },
  { right: 'write_product', needed: true, requested: writeRequest('/products', 'product') },
  { right: 'read_collection', needed: false, requested: { method: 'GET', route: '/collections' } },
  { right: 'write_collection', needed: false, requested: writeRequest('/collections', 'collection') },
];

/** Returns a write to a nonexistent resource: its answer shows only whether the token has the permission. */
function writeRequest(route: string, name: string): ApiRequest {
  return {
    method: 'PUT',
    route: `${route}/00000000-0000-4000-8000-000000000000`,
    json: { [name]: { title: 'x' } },
  };
}

/** Returns a store's host from what a person pastes: `name.myshoplaza.com`, its admin's address, or the name alone. */
export function domainOf(pasted: string): string | null {
  const text = pasted.trim().toLowerCase();
  const host = text.replace(/^https?:\/\//, '').replace(/[/?#][\s\S]*$/, '');
  if (/^[a-z0-9][a-z0-9-]*$/.test(host) && host !== 'localhost') {
    return `${host}.myshoplaza.com`;
  }
  // People write a second z that the host does not have (`readme.md`, Recognising a shop).
  const spelt = host.replace(/\.myshoplazza\.com$/, '.myshoplaza.com');
  const here = /^(?:localhost|127\.0\.0\.1):\d{1,5}$/.test(spelt);
  return here || /^[a-z0-9][a-z0-9.-]*\.[a-z]{2,}(?::\d{1,5})?$/.test(spelt) ? spelt : null;
}

/** Returns the store's identity, and the permissions that the token has. */
export async function identify(given: StoreAccess, context: ListerContext): Promise<ShopIdentity> {
  refuseOtherSigns(given);
  const { shop, version } = await requestShop(given, context).catch((thrown: unknown) => {
    const failure = AppError.from(thrown);
    // While connecting, a refused token is a wrong one; later it means that access has ended.
    throw failure.code === 'store.access-denied'
      ? new AppError('store.credentials-wrong', failure.message, { params: { field: 'token' } })
      : failure;
  });
  const identity = idOf(shop.id);
  if (identity === null) {
    throw new AppError('store.unwell', 'the store did not say who it is');
  }
  const store = { ...given, prepared: { ...given.prepared, version } };
  const held: ShopIdentity['rights'] = [{ right: 'read_shop', needed: true, held: true }];
  for (const { right, needed, requested } of rights) {
    held.push({ right, needed, held: await holds(requested, store, context) });
  }
  return {
    identity,
    name: textOf(shop.name) ?? store.domain,
    currency: textOf(shop.currency),
    timeZone: timeZoneOf(textOf(shop.timezone) ?? ''),
    rights: held,
    maximumVariants: variantsMax,
    maximumOptions: optionsMax,
  };
}

/**
 * Finds the version that the store supports, and keeps what a probe has proven about its key, which a run must not
 * lose.
 */
export async function prepare(store: StoreAccess, context: ListerContext): Promise<ShopCapabilities> {
  const { version } = await requestShop(store, context);
  const token = typeof store.prepared.token === 'string' ? store.prepared.token : null;
  // Another version may treat its tokens differently: what was proven for the former one no longer holds.
  const isSame = store.prepared.version === version || store.prepared.version === undefined;
  const proven = isSame ? token : null;
  return {
    uniqueKey: proven === 'replayed' || proven === 'refused',
    probedAt:
      isSame && typeof store.prepared.probedAt === 'string'
        ? store.prepared.probedAt
        : new Date().toISOString(),
    details: {
      version,
      token: proven,
      ...(isSame && store.prepared.probedAt !== undefined && { probedAt: store.prepared.probedAt }),
    },
  };
}

/**
 * Reads the store in its newest version; an unknown version prefix answers "not found" (`readme.md`, Versions and
 * answers).
 */
async function requestShop(
  store: StoreAccess,
  context: ListerContext,
): Promise<{ shop: UnreadObject; version: Version }> {
  let first: AppError | null = null;
  for (const version of versions) {
    try {
      const spoken = { ...store, prepared: { ...store.prepared, version } };
      const { shop } = await readJson({ method: 'GET', route: '/shop' }, spoken, context);
      return { shop: isObject(shop) ? shop : {}, version };
    } catch (thrown) {
      const failure = AppError.from(thrown);
      if (failure.code !== 'store.product-gone' && failure.code !== 'store.not-found') {
        throw failure;
      }
      first ??= new AppError('store.not-found', failure.message);
    }
  }
  throw first ?? new AppError('store.not-found', `${store.domain} has no API`);
}

async function holds(requested: ApiRequest, store: StoreAccess, context: ListerContext): Promise<boolean> {
  await context.pace(1);
  const answer = await call(requested, store, context, { gated: false });
  if (answer.kind === 'unclear') {
    throw answer.failure;
  }
  const failure = answer.status >= 400 ? failureOf(answer.status, answer.body) : null;
  if (failure !== null && /access-denied|blocked-us|unwell|rate-limited|frozen/.test(failure.code)) {
    throw failure;
  }
  return failure?.code !== 'store.scope-missing';
}

/** Converts `+0800` to an IANA name, whose sign is inverted. Returns null for anything else. */
export function timeZoneOf(stated: string): string | null {
  if (/^[A-Z][A-Za-z]+\/[\w+-]+(?:\/[\w+-]+)?$/.test(stated)) {
    return stated;
  }
  const [, sign, hours = '', minutes] = /^([+-])(\d{2}):?(\d{2})$/.exec(stated) ?? [];
  if (sign === undefined || minutes !== '00') {
    return null;
  }
  const whole = Number(hours);
  return whole === 0 ? 'Etc/GMT' : whole > 14 ? null : `Etc/GMT${sign === '+' ? '-' : '+'}${whole}`;
}

/** Rejects characters pasted along with the token that no header can carry. */
function refuseOtherSigns({ credentials: { token = '' } }: StoreAccess): void {
  if (!/^[\x21-\x7e]*$/.test(token)) {
    throw new AppError('store.credentials-wrong', 'a token with signs that no token has', {
      params: { field: 'token' },
    });
  }
}
