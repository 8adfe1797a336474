import { AppError } from '@bowerbird/contract/errors';
import type {
  ListerContext,
  ShopCapabilities,
  ShopIdentity,
  StoreAccess,
} from '../../listing/store/access.ts';
import { rootsOf } from '../../listing/wordpress/client.ts';
import { idOf, isObject, textOf } from '../../reading/unread.ts';
import { readJson } from './client.ts';

/** Permissions that listing requires, and optional ones. */
const rights: readonly { right: string; needed: boolean }[] = [
  { right: 'edit_posts', needed: true },
  { right: 'publish_posts', needed: true },
  { right: 'delete_posts', needed: true },
  { right: 'upload_files', needed: true },
  { right: 'manage_categories', needed: false },
];

/** Returns the site's identity, and the user's permissions there. */
export async function identify(store: StoreAccess, context: ListerContext): Promise<ShopIdentity> {
  try {
    const { site } = await open(store, context);
    return site;
  } catch (thrown) {
    const failure = AppError.from(thrown);
    // While connecting, a refused password is a wrong one; later it means that access has ended.
    throw failure.code === 'store.access-denied'
      ? new AppError('store.credentials-wrong', failure.message, { params: { field: 'applicationPassword' } })
      : failure;
  }
}

/** Finds the API's address and the writing user, which later requests need. A blog keeps no key unique. */
export async function prepare(store: StoreAccess, context: ListerContext): Promise<ShopCapabilities> {
  const { root, userId } = await open(store, context);
  return { uniqueKey: false, probedAt: new Date().toISOString(), details: { root, userId } };
}

async function open(store: StoreAccess, context: ListerContext) {
  let first: AppError | null = null;
  for (const root of rootsOf(store)) {
    try {
      return await openAt(root, store, context);
    } catch (thrown) {
      const failure = AppError.from(thrown);
      if (failure.code !== 'store.not-found' && failure.code !== 'store.product-gone') {
        throw failure;
      }
      first ??= failure;
    }
  }
  throw first ?? new AppError('store.not-found', `${store.domain} has no API`);
}

async function openAt(root: string, given: StoreAccess, context: ListerContext) {
  const store = { ...given, prepared: { ...given.prepared, root } };
  const me = await readJson(
    { method: 'GET', route: '/wp/v2/users/me', query: { context: 'edit', _fields: 'id,name,capabilities' } },
    store,
    context,
  );
  const site = await readJson(
    { method: 'GET', route: '/', query: { _fields: 'name,home,timezone_string,namespaces' } },
    store,
    context,
  );
  const user = isObject(me.body) ? me.body : {};
  const userId = idOf(user.id);
  const stated = isObject(site.body) ? site.body : {};
  const home = URL.parse(textOf(stated.home) ?? '');
  if (userId === null || home === null) {
    throw new AppError('store.unwell', 'the site did not say who it is');
  }
  const held = isObject(user.capabilities) ? user.capabilities : {};
  const identity: ShopIdentity = {
    identity: `${home.host}${home.pathname.replace(/(?<!\/)\/+$/, '')}`,
    name: textOf(stated.name) ?? home.host,
    currency: null,
    timeZone: textOf(stated.timezone_string),
    rights: rights.map(({ right, needed }) => ({ right, needed, held: held[right] === true })),
    maximumVariants: 1000,
    maximumOptions: 100,
  };
  return { root, userId, site: identity };
}
