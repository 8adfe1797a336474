import { AppError } from '@bowerbird/contract/errors';
import type { ListerContext, ShopCapabilities, StoreAccess } from '../../../listing/store/access.ts';
import { idOf, isObject } from '../../../reading/unread.ts';
import { seenOf } from '../seen.ts';
import { saidIn } from '../write/said.ts';
import { type ApiAnswer, call, readJson, versionOf } from './client.ts';
import { prepare } from './connect.ts';

/**
 * What this store does with a `unique_token` that it has seen before, which the vendor does not document (`readme.md`,
 * Uniqueness).
 */
export type TokenUse = 'replayed' | 'refused' | 'ignored';

/** An image that every store can fetch; later versions create no product without one. */
const image = 'https://cdn.shoplazza.com/c6d4207f5b6190aad3f445b8c6f71e8e.jpeg';

/**
 * Creates a hidden product, then another that shares only the token; reports what became of the second, and removes
 * both (`docs/listing-protocol.md`, Probing a store).
 */
export async function probe(given: StoreAccess, context: ListerContext): Promise<ShopCapabilities> {
  const { details } = await prepare(given, context);
  const store = { ...given, prepared: { ...given.prepared, ...details } };
  const mark = crypto.randomUUID();
  const token = crypto.randomUUID();
  const names = [`bowerbird-probe-${mark}-1`, `bowerbird-probe-${mark}-2`];
  try {
    const first = await make(names[0] ?? '', token, store, context);
    const firstId = idIn(first);
    if (firstId === null) {
      throw new AppError('store.unwell', 'the probe could not make its first draft');
    }
    const second = await make(names[1] ?? '', token, store, context);
    const use = useOf(second, firstId);
    const probedAt = new Date().toISOString();
    return { uniqueKey: use !== 'ignored', probedAt, details: { ...details, token: use, probedAt } };
  } finally {
    await clear(names, store, context);
  }
}

async function make(name: string, token: string, store: StoreAccess, context: ListerContext) {
  const isOld = versionOf(store) === '2022-01';
  const product = {
    title: name,
    handle: name,
    spu: name,
    published: false,
    has_only_default_variant: true,
    inventory_tracking: false,
    images: [{ src: image }],
    variants: [{ price: isOld ? '1.00' : 1 }],
    unique_token: token,
  };
  await context.pace(1);
  return await call({ method: 'POST', route: '/products', json: { product } }, store, context, {
    gated: false,
  });
}

/** Only a clear answer counts: any other is no proof. */
function useOf(answer: ApiAnswer, firstId: string): TokenUse {
  const id = idIn(answer);
  if (id !== null) {
    return id === firstId ? 'replayed' : 'ignored';
  }
  // The first product was accepted with everything but the token, so a refusal that says so can only concern the token.
  const isRefusal =
    answer.kind === 'json' &&
    [400, 409, 422].includes(answer.status) &&
    saidIn(answer.body).some(
      ({ field, words }) => field === 'unique_token' || /token|taken|exist|duplicat|重复|已存在/i.test(words),
    );
  if (isRefusal) {
    return 'refused';
  }
  throw new AppError('store.unwell', 'the probe was not answered clearly');
}

function idIn(answer: ApiAnswer): string | null {
  return answer.kind === 'json' && answer.status < 300 && isObject(answer.body.product)
    ? idOf(answer.body.product.id)
    : null;
}

/** Removes everything the probe created, whether its answer arrived or not; nothing else has such a name. */
async function clear(names: readonly string[], store: StoreAccess, context: ListerContext): Promise<void> {
  const query = [
    ['spus', names.join(',')],
    ['published_status', 'any'],
    ['per_page', '50'],
  ] as const;
  const body = await readJson({ method: 'GET', route: '/products', query }, store, context);
  for (const sent of Array.isArray(body.products) ? body.products : []) {
    const seen = await seenOf(sent, store);
    const isOfProbe = isObject(sent) && names.includes(String(sent.spu));
    if (seen !== null && isOfProbe) {
      await context.pace(1);
      const route = `/products/${encodeURIComponent(seen.storeProductId)}`;
      await call({ method: 'DELETE', route }, store, context, { gated: false });
    }
  }
}
