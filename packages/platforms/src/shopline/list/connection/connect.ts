import { AppError } from '@bowerbird/contract/errors';
import type {
  ListerContext,
  ShopCapabilities,
  ShopIdentity,
  StoreAccess,
} from '../../../listing/store/access.ts';
import { isObject, itemsOf, textOf } from '../../../reading/unread.ts';
import { optionsMax, variantsMax } from '../limits.ts';
import { isMissingScope } from '../said.ts';
import { type ApiRequest, call, failureOf, read } from './client.ts';
import { clearProbe, type HandleRule, isHandleRule, probeHandles } from './probe.ts';

/** Returns a store's handle from what a person pastes: a name, its permanent host, or an address of its admin. */
export function domainOf(pasted: string): string | null {
  const host = pasted
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/[/?#][\s\S]*$/, '');
  if (/^[a-z0-9][a-z0-9-]*$/.test(host) && host !== 'localhost') {
    return `${host}.myshopline.com`;
  }
  // The API is available only at the permanent host, never at a merchant's own domain (`readme.md`, Credentials).
  const isPermanent = /^[a-z0-9][a-z0-9-]*\.myshopline(?:stg)?\.com$/.test(host);
  // A simulated store on this machine; the network guard decides whether it may be reached.
  const isHere = /^(?:[a-z0-9-]+\.)?localhost(?::\d{1,5})?$|^127\.0\.0\.1:\d{1,5}$/.test(host);
  return isPermanent || isHere ? host : null;
}

/**
 * Returns the store's identity and the token's permissions: no call lists them, so each is tried on a nonexistent
 * resource.
 */
export async function identify(store: StoreAccess, context: ListerContext): Promise<ShopIdentity> {
  if (!/^[\x21-\x7e]+$/.test(store.credentials.token ?? '')) {
    throw new AppError('store.credentials-wrong', 'a token with signs that no token has', {
      params: { field: 'token' },
    });
  }
  const { body } = await read({ path: 'merchants/shop.json' }, store, context).catch(atTheDoor);
  const shop = isObject(body) && isObject(body.data) ? body.data : {};
  const identity =
    textOf(shop.handle) ?? /^([a-z0-9][a-z0-9-]*)\.myshopline/.exec(textOf(shop.domain) ?? store.domain)?.[1];
  if (identity === undefined) {
    throw new AppError('store.unwell', 'the store did not say who it is');
  }
  const rights: ShopIdentity['rights'] = [{ right: 'read_store_information', needed: true, held: true }];
  for (const { right, request } of trials) {
    rights.push({ right, needed: true, held: await isHeld(request, store, context) });
  }
  return {
    identity: identity.toLowerCase(),
    name: textOf(shop.name) ?? identity,
    currency: textOf(shop.currency)?.toUpperCase() ?? null,
    timeZone: textOf(shop.iana_timezone),
    rights,
    maximumVariants: variantsMax,
    maximumOptions: optionsMax,
  };
}

/** No product and no item has this id; real ids have 26 and 19 digits. */
const nobody = '1';
const trials: readonly { right: string; request: ApiRequest }[] = [
  { right: 'read_products', request: { method: 'GET', path: 'products/count.json' } },
  {
    right: 'write_products',
    request: { method: 'PUT', path: `products/${nobody}.json`, json: { product: {} } },
  },
  { right: 'read_location', request: { method: 'GET', path: 'locations/list.json' } },
  {
    right: 'write_inventory',
    request: {
      method: 'POST',
      path: 'inventory_levels/set.json',
      json: { inventory_item_id: nobody, location_id: nobody, available: 0 },
    },
  },
];

/** Reports whether a permission exists: a missing one is answered 403; any other answer means that it exists. */
async function isHeld(request: ApiRequest, store: StoreAccess, context: ListerContext): Promise<boolean> {
  await context.pace(1);
  const answer = await call(request, store, context, { gated: false });
  switch (answer.kind) {
    case 'throttled':
      await context.sleep(answer.waitMs, context.signal);
      return await isHeld(request, store, context);
    case 'unclear':
      throw answer.failure;
    case 'said':
      if (answer.status === 401 || answer.status === 402 || answer.status >= 423) {
        throw failureOf(answer.status, answer.body);
      }
      if (answer.status === 403 && !isMissingScope(answer.body)) {
        throw failureOf(answer.status, answer.body);
      }
      return answer.status !== 403;
  }
}

/**
 * While connecting, a refused token is a wrong one, and "not found" means the store itself; later a refusal means that
 * access has ended.
 */
function atTheDoor(thrown: unknown): never {
  const failure = AppError.from(thrown);
  switch (failure.code) {
    case 'store.access-denied':
      throw new AppError('store.credentials-wrong', failure.message, { params: { field: 'token' } });
    case 'store.product-gone':
      throw new AppError('store.not-found', failure.message);
    case 'store.scope-missing':
      throw new AppError('store.scope-missing', failure.message, {
        params: { scope: 'read_store_information' },
      });
    default:
      throw failure;
  }
}

/** Progress of a probe: a later `prepare` removes its drafts that arrived late. */
type ProbeState = 'never' | 'made' | 'swept';

/** Milliseconds after which no late copy of a probe's draft can arrive any more. */
const probeSettlesMs = 2 * 60_000;

/** Finds where inventory is counted. The result of a probe is kept in `details`; without one, nothing is proven. */
export async function prepare(store: StoreAccess, context: ListerContext): Promise<ShopCapabilities> {
  const { handles, probe: state } = store.prepared;
  const probedAt = textOf(store.prepared.probedAt) ?? new Date().toISOString();
  let probed: ProbeState = state === 'made' || state === 'swept' ? state : 'never';
  if (probed === 'made' && Date.now() - Date.parse(probedAt) > probeSettlesMs) {
    await clearProbe(store, context);
    probed = 'swept';
  }
  const known = isHandleRule(handles) ? handles : null;
  return await capabilities({ handles: known, probedAt, probe: probed }, store, context);
}

/**
 * Tests what the store does with a handle that is taken: a store that refuses it prevents duplicates of our products by
 * itself.
 */
export async function probe(store: StoreAccess, context: ListerContext): Promise<ShopCapabilities> {
  const handles = await probeHandles(store, context);
  return await capabilities({ handles, probedAt: new Date().toISOString(), probe: 'made' }, store, context);
}

async function capabilities(
  proven: { handles: HandleRule | null; probedAt: string; probe: ProbeState },
  store: StoreAccess,
  context: ListerContext,
): Promise<ShopCapabilities> {
  const { body } = await read({ path: 'locations/list.json' }, store, context);
  const locations = itemsOf(isObject(body) ? body.locations : null)
    .filter(isObject)
    .filter(({ active }) => active !== false);
  const location = locations.find(({ is_default }) => String(is_default) === 'true') ?? locations[0];
  const { handles, probedAt } = proven;
  const details = { ...proven, locationId: textOf(location?.id) };
  return { uniqueKey: handles === 'refused', probedAt, details };
}
