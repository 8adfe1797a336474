import { AppError } from '@bowerbird/contract/errors';
import { z } from 'zod';
import type {
  ListerContext,
  ShopCapabilities,
  ShopIdentity,
  StoreAccess,
} from '../../listing/store/access.ts';
import { jsonOf, originOf, textOf } from '../../listing/store/client.ts';
import { isObject } from '../../reading/unread.ts';
import { readData, timeoutMs } from './client.ts';
import * as operations from './operations.ts';
import { keyField, metafieldNamespace } from './operations.ts';
import { understood } from './understood.ts';

/**
 * Permissions that listing requires, and those it can do without (`readme.md`, Credentials; Visibility). `write_x`
 * includes `read_x`.
 */
const rights: readonly { right: string; needed: boolean }[] = [
  { right: 'read_products', needed: true },
  { right: 'write_products', needed: true },
  { right: 'write_inventory', needed: true },
  { right: 'read_locations', needed: true },
  { right: 'write_files', needed: false },
  { right: 'read_publications', needed: false },
  { right: 'write_publications', needed: false },
];

/** Returns the permanent domain in what a person pastes: a domain, a name, or the address of the store's admin. */
export function domainOf(pasted: string): string | null {
  const text = pasted.trim().toLowerCase();
  const admin = /^(?:https?:\/\/)?admin\.shopify\.com\/store\/([a-z0-9][a-z0-9-]*)/.exec(text)?.[1];
  if (admin) {
    return `${admin}.myshopify.com`;
  }
  const host = text.replace(/^https?:\/\//, '').replace(/[/?#][\s\S]*$/, '');
  if (/^[a-z0-9][a-z0-9-]*$/.test(host) && host !== 'localhost') {
    return `${host}.myshopify.com`;
  }
  // A shop simulated on this machine may also have a local address; the network guard decides whether it may be
  // reached.
  const here = /^(?:localhost|127\.0\.0\.1):\d{1,5}$/.test(host);
  return here || /^[a-z0-9][a-z0-9.-]*\.[a-z]{2,}(?::\d{1,5})?$/.test(host) ? host : null;
}

const Shop = z.object({
  name: z.string(),
  myshopifyDomain: z.string(),
  currencyCode: z.string(),
  ianaTimezone: z.string(),
  resourceLimits: z.object({ maxProductVariants: z.number(), maxProductOptions: z.number() }),
});
const Installation = z.object({ accessScopes: z.array(z.object({ handle: z.string() })) });

export async function identify(store: StoreAccess, context: ListerContext): Promise<ShopIdentity> {
  refuseOtherSecrets(store);
  return await requestShop(store, context).catch((thrown: unknown) => {
    const failure = AppError.from(thrown);
    // When a store is connected, a refused token is a wrong one; later it means that access has ended.
    throw failure.code === 'store.access-denied'
      ? new AppError('store.credentials-wrong', failure.message, { params: { field: 'token' } })
      : failure;
  });
}

async function requestShop(store: StoreAccess, context: ListerContext): Promise<ShopIdentity> {
  const data = await readData(operations.shopQuery, {}, 10, store, context);
  const shop = understood(Shop, data.shop);
  const held = new Set(
    understood(Installation, data.currentAppInstallation).accessScopes.map(({ handle }) => handle),
  );
  const holds = (right: string) => held.has(right) || held.has(right.replace(/^read_/, 'write_'));
  return {
    identity: shop.myshopifyDomain,
    name: shop.name,
    currency: shop.currencyCode,
    timeZone: shop.ianaTimezone,
    rights: rights.map(({ right, needed }) => ({ right, needed, held: holds(right) })),
    maximumVariants: shop.resourceLimits.maxProductVariants,
    maximumOptions: shop.resourceLimits.maxProductOptions,
  };
}

/**
 * Rejects other secrets that people paste instead of the token, recognised by their prefix (`readme.md`, Credentials).
 */
function refuseOtherSecrets({ connection, credentials }: StoreAccess): void {
  const token = credentials.token ?? '';
  if (connection === 'token' && /^(shpss_|atkn_|shpca_)/.test(token)) {
    throw new AppError('store.credentials-wrong', 'an app secret in place of a token', {
      params: { field: 'token', reason: 'app-secret' },
    });
  }
  // Contains pasted characters that no header could carry.
  if (!/^[\x21-\x7e]*$/.test(token)) {
    throw new AppError('store.credentials-wrong', 'a token with signs that no token has', {
      params: { field: 'token' },
    });
  }
}

const Places = z.object({
  locations: z
    .object({
      nodes: z.array(z.object({ id: z.string(), isActive: z.boolean(), fulfillsOnlineOrders: z.boolean() })),
    })
    .nullish(),
  publications: z.object({ nodes: z.array(z.object({ id: z.string(), name: z.string() })) }).nullish(),
  metafieldDefinitions: z.object({
    nodes: z.array(
      z.object({
        type: z.object({ name: z.string() }),
        capabilities: z.object({ uniqueValues: z.object({ enabled: z.boolean() }) }),
      }),
    ),
  }),
});

/**
 * Looks up the inventory location, the store's own sales channel, and the definition that makes our key unique, which
 * is created when missing.
 */
export async function prepare(store: StoreAccess, context: ListerContext): Promise<ShopCapabilities> {
  const held = new Set(
    (await requestShop(store, context)).rights.filter((right) => right.held).map(({ right }) => right),
  );
  const variables = {
    readLocations: held.has('read_locations'),
    readPublications: held.has('read_publications') && held.has('write_publications'),
  };
  let places = understood(Places, await readData(operations.placesQuery, variables, 60, store, context));
  if (places.metafieldDefinitions.nodes.length === 0) {
    await define(store, context);
    places = understood(Places, await readData(operations.placesQuery, variables, 60, store, context));
  }
  const [definition] = places.metafieldDefinitions.nodes;
  if (definition?.type.name !== 'id' || !definition.capabilities.uniqueValues.enabled) {
    const message = `the metafield definition ${metafieldNamespace}.${keyField} is not of type id with unique values`;
    throw new AppError('store.rejected-product', message, { params: { message } });
  }
  const locations = (places.locations?.nodes ?? []).filter(({ isActive }) => isActive);
  const location = locations.find(({ fulfillsOnlineOrders }) => fulfillsOnlineOrders) ?? locations[0];
  const publications = places.publications?.nodes ?? [];
  const online = publications.find(({ name }) => name === 'Online Store') ?? publications[0];
  return {
    uniqueKey: true,
    probedAt: new Date().toISOString(),
    details: { locationId: location?.id ?? null, publicationId: online?.id ?? null },
  };
}

/** Creates the definition; an existing one is accepted, and whether it is right is read afterwards. */
async function define(store: StoreAccess, context: ListerContext): Promise<void> {
  const definition = {
    name: 'Bowerbird listing key',
    namespace: metafieldNamespace,
    key: keyField,
    type: 'id',
    ownerType: 'PRODUCT',
    capabilities: { uniqueValues: { enabled: true } },
  };
  await readData(operations.defineKey, { definition }, 12, store, context);
}

const Granted = z.object({ access_token: z.string(), expires_in: z.number() });

/**
 * Returns a token for a client id and secret; it is valid for a day (`readme.md`, Credentials). Null for a pasted
 * token, which does not expire.
 */
export async function renew(
  store: StoreAccess,
  context: ListerContext,
): Promise<{ credentials: Record<string, string>; expiresAt: string } | null> {
  if (store.connection !== 'client') {
    return null;
  }
  const requestedAt = Date.now();
  const answer = await context
    .fetch(`${originOf(store.domain)}/admin/oauth/access_token`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: store.credentials.clientId ?? '',
        client_secret: store.credentials.clientSecret ?? '',
      }).toString(),
      redirect: 'manual',
      signal: AbortSignal.any([context.signal, AbortSignal.timeout(timeoutMs)]),
    })
    .catch((thrown: unknown) => {
      const failure = AppError.from(thrown);
      throw failure.code === 'unexpected' ? new AppError('store.unreachable', failure.message) : failure;
    });
  const text = (await textOf(answer)).slice(0, 10_000);
  if (answer.status !== 200) {
    throw whyNot(answer.status, text);
  }
  const granted = Granted.safeParse(jsonOf(text));
  if (!granted.success) {
    throw new AppError('store.unwell', 'the token answer was not understood');
  }
  const { access_token: token, expires_in: seconds } = granted.data;
  return { credentials: { token }, expiresAt: new Date(requestedAt + seconds * 1000).toISOString() };
}

function whyNot(status: number, text: string): AppError {
  if (/app_not_installed/.test(text)) {
    return new AppError('store.app-not-installed', 'app_not_installed');
  }
  if (/shop_not_permitted/.test(text)) {
    return new AppError('store.access-denied', 'shop_not_permitted', {
      params: { reason: 'shop-not-permitted' },
    });
  }
  if (status === 403 && !isObject(jsonOf(text))) {
    return new AppError('store.blocked-us', 'token request: HTTP 403');
  }
  switch (status) {
    case 400:
    case 401:
    case 403:
      return new AppError('store.credentials-wrong', `token request: HTTP ${status}`, {
        params: { field: 'clientSecret' },
      });
    case 404:
      return new AppError('store.not-found', 'token request: HTTP 404');
    case 402:
    case 423:
      return new AppError('store.frozen', `token request: HTTP ${status}`);
    default:
      return new AppError('store.unwell', `token request: HTTP ${status}`);
  }
}
