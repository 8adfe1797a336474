import { AppError } from '@bowerbird/contract/errors';
import type { Json } from '../../context.ts';
import type { ListerContext, ShopCapabilities, ShopIdentity, StoreAccess } from '../../listing/store.ts';
import { isObject, itemsOf, textOf } from '../../unread.ts';
import { mayWrite, readJson } from './client.ts';
import { open, provenSignature } from './open.ts';
import { signInOf } from './signed.ts';

/** What the person behind an application password may do. */
const userRights: readonly { right: string; needed: boolean }[] = [
  { right: 'edit_products', needed: true },
  { right: 'publish_products', needed: true },
  { right: 'delete_products', needed: true },
  { right: 'upload_files', needed: false },
  { right: 'manage_product_terms', needed: false },
];

/** Whether the site's own library of pictures opens to these credentials: WooCommerce's keys are none of WordPress's. */
export function opensLibrary({ connection }: Pick<StoreAccess, 'connection'>): boolean {
  return connection === 'application-password';
}

/** Who the store is, and what the credentials may do there. Nothing is written. */
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
    // At the door what is refused is a wrong secret; later it is access that ended.
    const field = given.connection === 'application-password' ? 'applicationPassword' : 'consumerSecret';
    throw failure.code === 'store.access-denied'
      ? new AppError('store.credentials-wrong', failure.message, { params: { field } })
      : failure;
  }
}

/**
 * Where the API stands, how to sign in, whether what creates is signed (decision 0025), and what writing must know of the store. It keeps
 * no key unique.
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

/** A setting of the store; null where these credentials may not see it. */
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
      // Told where it is missing: the merchant is not to look for the fault in his keys.
      ...(signInOf(store) === 'signed' ? [{ right: 'https', needed: false, held: false }] : []),
    ];
  }
  const query = { context: 'edit', _fields: 'capabilities' };
  const { body } = await readJson({ method: 'GET', route: '/wp/v2/users/me', query }, store, context);
  const held = isObject(body) && isObject(body.capabilities) ? body.capabilities : {};
  return [write, ...userRights.map(({ right, needed }) => ({ right, needed, held: held[right] === true }))];
}
