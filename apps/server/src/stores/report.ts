import type { Keeping, Store } from '@bowerbird/contract/listing/stores';
import { originOf } from '@bowerbird/platforms/listing/store/client';
import type { Services } from '../services/services.ts';
import type { ShopRow, StoreWithShop } from './queries.ts';
import { listerIn } from './session.ts';

type PlatformsOf = Pick<Services, 'platforms'>;

const none = { listed: 0, refused: 0, verifying: 0 };

/** Returns a store as the console receives it, without secrets. */
export function toStore(
  services: PlatformsOf,
  { store, shop }: StoreWithShop,
  counts: { listed: number; refused: number; verifying: number } = none,
): Store {
  const features = services.platforms.get(shop.platform)?.lister?.features;
  return {
    id: store.id,
    name: store.name,
    platform: shop.platform,
    domain: store.domain,
    address: `${originOf(store.domain)}/`,
    state: store.state,
    fault: store.fault,
    connection: store.connection,
    secretEnding: store.secret_ending,
    rights: store.rights,
    currency: shop.currency,
    limits: shop.throttle,
    limitUnit: features?.limitUnit ?? 'requests',
    hasCheckout: features?.hasCheckout ?? true,
    keeping: keepingOf(services, shop),
    counts,
    practice: store.practice,
    checkedAt: store.checked_at?.toISOString() ?? null,
    createdAt: store.created_at.toISOString(),
  };
}

/**
 * Returns how a shop keeps products apart, and how it is therefore written to. For a platform that can no longer be
 * listed to, reports nothing as known.
 */
export function keepingOf(services: PlatformsOf, shop: ShopRow): Keeping {
  const lister = services.platforms.get(shop.platform)?.lister;
  if (!lister) {
    return { uniqueKey: 'unknown', probes: false, probedAt: null, draftFirst: false, careful: null };
  }
  const isProven = shop.capabilities?.uniqueKey ?? false;
  const wasProbed = shop.probed_at !== null;
  const withCare = (careful: boolean) =>
    listerIn(lister, { ...shop, careful }).features.publication === 'draft-first';
  return {
    uniqueKey: lister.features.storeSideKey
      ? 'always'
      : lister.connector.probe === null
        ? 'never'
        : isProven
          ? 'proven'
          : wasProbed
            ? 'disproved'
            : 'unknown',
    probes: lister.connector.probe !== null,
    probedAt: shop.probed_at?.toISOString() ?? null,
    draftFirst: withCare(shop.careful),
    careful: withCare(true) === withCare(false) ? null : shop.careful,
  };
}
