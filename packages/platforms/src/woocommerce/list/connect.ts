import { AppError } from '@bowerbird/contract/errors';
import type { Json } from '../../context.ts';
import type {
  ListerContext,
  ShopCapabilities,
  ShopIdentity,
  StoreAccess,
} from '../../listing/store/access.ts';
import { isObject, itemsOf, textOf } from '../../reading/unread.ts';
import { mayWrite, readJson } from './calls/client.ts';
import { open, provenSignature } from './calls/open.ts';
import { signInOf } from './calls/signed.ts';

/** Permissions of the user behind an application password. */
const userRights: readonly { right: string; needed: boolean }[] = [
  { right: 'edit_products', needed: true },
  { right: 'publish_products', needed: true },
  { right: 'delete_products', needed: true },
  { right: 'upload_files', needed: false },
  { right: 'manage_product_terms', needed: false },
];

/**
 * Reports whether these credentials give access to the site's media library: WooCommerce's keys are not valid for
 * WordPress.
 */
export function opensLibrary({ connection }: Pick<StoreAccess, 'connection'>): boolean {
  return connection === 'application-password';
}

/** Returns the identity of the store, and the permissions of the credentials. Writes nothing. */
export async function identify(given: StoreAccess, context: ListerContext): Promise<ShopIdentity> {
  try {
    const { store, site } = await open(given, context);
    const home = URL.parse(textOf(site.home) ?? '');
    if (home === null) {
      throw new AppError('store.unwell', 'the site did not say who it is');
    }
    return {
      identity: `${home.host}${home.pathname.replace(/(?<!\/)\/+$/, '')}`,
      name: textOf(site.name) ?? home.host,
      currency: await setting('general', 'woocommerce_currency', store, context),
      timeZone: textOf(site.timezone_string),
      rights: await rightsOf(store, context),
      maximumVariants: 1000,
      maximumOptions: 100,
    };
  } catch (thrown) {
    const failure = AppError.from(thrown);
    // When a store is connected, refused credentials mean a wrong secret; later they mean that access has ended.
    const field = given.connection === 'application-password' ? 'applicationPassword' : 'consumerSecret';
    throw failure.code === 'store.access-denied'
      ? new AppError('store.credentials-wrong', failure.message, { params: { field } })
      : failure;
  }
}

/**
 * Finds out where the API is, how to sign in, whether creating requests are signed (decision 0025), and what writing
 * must know of the store. The store keeps no key unique.
 */
export async function prepare(given: StoreAccess, context: ListerContext): Promise<ShopCapabilities> {
  const opened = await open(given, context);
  const { store, site, clockAheadMs } = opened;
  const namespaces = itemsOf(site.namespaces);
  const details: Record<string, Json> = {
    ...given.prepared,
    ...store.prepared,
    weightUnit: (await setting('products', 'woocommerce_weight_unit', store, context)) ?? 'kg',
    gmtOffsetMs: Math.round(Number(site.gmt_offset ?? 0) * 3_600_000) || 0,
    clockAheadMs,
    signedAs: await provenSignature(opened, context),
    yoast: namespaces.includes('yoast/v1'),
  };
  return { uniqueKey: false, probedAt: new Date().toISOString(), details };
}

/** Returns a setting of the store; null where these credentials may not see it. */
async function setting(
  group: string,
  name: string,
  store: StoreAccess,
  context: ListerContext,
): Promise<string | null> {
  const request = {
    method: 'GET',
    route: `/wc/v3/settings/${group}`,
    query: { _fields: 'id,value' },
  } as const;
  try {
    const { body } = await readJson(request, store, context);
    const found = itemsOf(body)
      .filter(isObject)
      .find(({ id }) => id === name);
    return textOf(found?.value);
  } catch (thrown) {
    const { code } = AppError.from(thrown);
    if (code === 'store.access-denied' || code === 'store.scope-missing' || code === 'store.not-found') {
      return null;
    }
    throw thrown;
  }
}

async function rightsOf(store: StoreAccess, context: ListerContext): Promise<ShopIdentity['rights']> {
  const write = { right: 'write', needed: true, held: await mayWrite(store, context) };
  if (!opensLibrary(store)) {
    return [
      { right: 'read', needed: true, held: true },
      write,
      { right: 'upload_files', needed: false, held: false },
      // Reported where https is missing, so that the merchant does not search for the error in the keys.
      ...(signInOf(store) === 'signed' ? [{ right: 'https', needed: false, held: false }] : []),
    ];
  }
  const query = { context: 'edit', _fields: 'capabilities' };
  const { body } = await readJson({ method: 'GET', route: '/wp/v2/users/me', query }, store, context);
  const held = isObject(body) && isObject(body.capabilities) ? body.capabilities : {};
  return [write, ...userRights.map(({ right, needed }) => ({ right, needed, held: held[right] === true }))];
}
