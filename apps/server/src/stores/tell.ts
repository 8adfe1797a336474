import type { Store } from '@bowerbird/contract/stores';
import type { StoreWithShop } from './queries.ts';

const none = { listed: 0, refused: 0, unsure: 0 };

/** A store as the console is told it; no secret is in it. */
export function toStore(
  { store, shop }: StoreWithShop,
  counts: { listed: number; refused: number; unsure: number } = none,
): Store {
  const secure = !/(^|\.)localhost(:\d+)?$|^127\.0\.0\.1(:\d+)?$/.test(store.domain);
  return {
    id: store.id,
    name: store.name,
    platform: shop.platform,
    domain: store.domain,
    address: `${secure ? 'https' : 'http'}://${store.domain}/`,
    state: store.state,
    fault: store.fault,
    connection: store.connection,
    secretEnding: store.secret_ending,
    rights: store.rights,
    currency: shop.currency,
    limits: shop.throttle,
    counts,
    practice: store.practice,
    checkedAt: store.checked_at?.toISOString() ?? null,
    createdAt: store.created_at.toISOString(),
  };
}
