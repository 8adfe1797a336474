import type { Platform } from '@bowerbird/platforms/platform';
import { woocommerce } from '@bowerbird/platforms/woocommerce/index';
import { createWooStore } from '@bowerbird/simulators/woocommerce/store/woo-store';
import type { Db } from '../../src/db/database.ts';
import { acceleratedClock } from '../clock/accelerated-clock.ts';
import { type StoreBench, storeBench } from './listing.ts';

export interface WooBench extends StoreBench {
  store: ReturnType<typeof createWooStore>;
}

export interface WooBenchOptions {
  name: string;
  /** How many times as fast as real time the clock runs. */
  times: number;
  /** The WooCommerce platform itself, or one with other times. */
  platform?: Platform;
  /**
   * Answers for the image hosts; if set, the store is connected by an application password, so that its media library
   * is open.
   */
  images?: typeof fetch;
}

/** A merchant with a simulated, empty WooCommerce store, connected by REST keys, and the parts that list to it. */
export async function wooBench(
  db: Db,
  { name, times, platform = woocommerce, images }: WooBenchOptions,
): Promise<WooBench> {
  const clock = acceleratedClock(times);
  const store = createWooStore({ name, outside: clock });
  const { user, applicationPassword, consumerKey, consumerSecret } = store.settings;
  const bench = await storeBench(db, {
    clock,
    platform,
    simulation: store,
    ...(images
      ? {
          connection: 'application-password',
          credentials: { user, applicationPassword },
          beside: images,
        }
      : { connection: 'rest-keys', credentials: { consumerKey, consumerSecret } }),
  });
  return { ...bench, store };
}
