import { platforms } from '@bowerbird/platforms/all';
import { changedLister } from '@bowerbird/platforms/listing/changed-lister';
import type { Platform } from '@bowerbird/platforms/platform';
import { createShopifyShop } from '@bowerbird/simulators/shopify/shop';
import { createShoplazzaShop } from '@bowerbird/simulators/shoplazza/shop';
import { createShoplineStore } from '@bowerbird/simulators/shopline/store/shop-store';
import { createShopyyShop } from '@bowerbird/simulators/shopyy/shop';
import type { Simulation } from '@bowerbird/simulators/simulation';
import { createWooStore } from '@bowerbird/simulators/woocommerce/store/woo-store';
import { createWordpressSite } from '@bowerbird/simulators/wordpress/shop';

const endless = 1e9;

/** A store of some platform without a rate limit, and how to sign in to it. */
export interface FreeStore {
  platform: string;
  /** Number of products listed to it, chosen so that all platforms together take three minutes. */
  products: number;
  open(): { simulation: Simulation; connection: string; credentials: Record<string, string> };
}

/** Every platform that supports listing; each store is reached at `<platform>.localhost`. */
export const freeStores: readonly FreeStore[] = [
  {
    platform: 'shopify',
    products: 500,
    open() {
      const simulation = createShopifyShop({ name: 'shopify', settings: { pace: 'free' } });
      return { simulation, connection: 'token', credentials: { token: simulation.settings.access.token } };
    },
  },
  {
    platform: 'woocommerce',
    products: 200,
    open() {
      const simulation = createWooStore({ name: 'woocommerce' });
      const { consumerKey, consumerSecret } = simulation.settings;
      return { simulation, connection: 'rest-keys', credentials: { consumerKey, consumerSecret } };
    },
  },
  {
    platform: 'wordpress',
    products: 100,
    open() {
      const simulation = createWordpressSite({ name: 'wordpress' });
      const { user, applicationPassword } = simulation.settings;
      return { simulation, connection: 'application-password', credentials: { user, applicationPassword } };
    },
  },
  {
    platform: 'shopline',
    products: 100,
    open() {
      const simulation = createShoplineStore({ name: 'shopline', store: { pace: 'free' } });
      return { simulation, connection: 'token', credentials: { token: simulation.settings.token } };
    },
  },
  {
    platform: 'shoplazza',
    products: 300,
    open() {
      const bucket = { maximum: endless, restoreRate: endless };
      const simulation = createShoplazzaShop({
        name: 'shoplazza',
        store: { buckets: { app: bucket, store: bucket } },
      });
      return { simulation, connection: 'token', credentials: { token: simulation.settings.token } };
    },
  },
  {
    platform: 'shopyy',
    products: 100,
    open() {
      const simulation = createShopyyShop({
        name: 'shopyy',
        store: { rate: { perSecond: endless, burst: endless } },
      });
      return { simulation, connection: 'token', credentials: { token: simulation.settings.token } };
    },
  },
];

/** Returns the platform with single requests as its only transport and without a limit of our own. */
export function withoutLimit(id: string): Platform & { lister: NonNullable<Platform['lister']> } {
  const platform = platforms.get(id);
  if (!platform?.lister) {
    throw new Error(`Platform ${id} has no lister`);
  }
  const free = { maximumAvailable: endless, currentlyAvailable: endless, restoreRate: endless };
  const lister = changedLister(platform.lister, () => ({
    features: { firstThrottle: free },
    writer: { bulk: null },
  }));
  return { ...platform, lister };
}
