import { type Outside, realOutside, type Simulation, type SimulationOptions } from '../simulation.ts';
import { Faults } from '../simulation-faults.ts';
import { joinedCatalog, type SimulatedCatalog } from '../storefront/catalog.ts';
import { oddCatalog } from '../storefront/odd-catalog.ts';
import { practiceCatalog } from '../storefront/practice-catalog.ts';
import { Admin } from './admin/admin.ts';
import type { LedgerEntry, StoredCollection, StoredProduct } from './admin/record.ts';
import { type LedgerView, viewOf } from './ledger/judge.ts';
import { Ledger } from './ledger/ledger.ts';
import { ledgerCatalog } from './ledger/ledger-catalog.ts';
import {
  merchantCollects,
  merchantDeletes,
  merchantDuplicates,
  merchantEdits,
  unmanagedHolds,
} from './ledger/merchant.ts';
import { type StoreSettings, storeSettings } from './settings.ts';
import { shopifyStorefront } from './storefront/storefront.ts';

export interface ShopifyShopOptions extends SimulationOptions {
  settings?: Partial<StoreSettings>;
  /** Receives every change of the simulator state before the write is answered. */
  onChange?: (entry: LedgerEntry) => void;
  /** Entries reported earlier, from which the simulator state is restored. */
  entries?: Iterable<LedgerEntry>;
}

/** A simulated Shopify shop: storefront and Admin side on one host, over one simulator state. */
export interface ShopifyShop extends Simulation {
  platform: 'shopify';
  settings: StoreSettings;
  /** Returns the simulator state for verification, after everything due by now was applied. */
  view(): LedgerView;
  /** Actions that the merchant, or another person, performs in the store by hand. */
  merchant: {
    edit(id: number, changes: Partial<StoredProduct>): void;
    remove(id: number): void;
    duplicate(id: number): StoredProduct | null;
    unmanagedHolds(sku: string, handle: string): StoredProduct;
    collects(collection: Pick<StoredCollection, 'title' | 'handle' | 'smart'>): StoredCollection;
  };
}

/**
 * Creates a Shopify shop, `glade-home.myshopify.com` for the name `glade-home`: both what shoppers see and what apps
 * write to.
 */
export function createShopifyShop(options: ShopifyShopOptions): ShopifyShop {
  const outside = options.outside ?? realOutside;
  const settings = storeSettings(options.name, options.settings);
  const faults = new Faults(outside.random);
  const ledger = new Ledger();
  ledger.restore(options.entries ?? []);
  ledger.onChange = options.onChange ?? ledger.onChange;

  const catalog = catalogs(ledger, faults, options.products, outside);
  const admin = new Admin(ledger, settings, faults, outside);
  const storefront = shopifyStorefront({
    settings,
    ledger,
    faults,
    outside,
    catalog,
    pagesKept: options.pagesKept ?? 8,
  });
  return {
    platform: 'shopify',
    name: options.name,
    settings,
    faults,
    access: { connection: 'token', credentials: { token: settings.access.token } },
    otherAccess: [
      {
        connection: 'client',
        credentials: { clientId: settings.access.clientId, clientSecret: settings.access.clientSecret },
      },
    ],
    answer: (request) =>
      new URL(request.url).pathname.startsWith('/admin/')
        ? admin.answer(request)
        : storefront.answer(request),
    view: () => viewOf(ledger, outside.now()),
    merchant: {
      edit: (id, changes) => merchantEdits(id, changes, ledger, outside.now()),
      remove: (id) => merchantDeletes(id, ledger, outside.now()),
      duplicate: (id) => merchantDuplicates(id, ledger, outside.now()),
      unmanagedHolds: (sku, handle) => unmanagedHolds(sku, handle, ledger, outside.now()),
      collects: (collection) => merchantCollects(collection, ledger, outside.now()),
    },
  };
}

/** Returns the shop's catalog: odd products while they are switched on, what was listed, the practice products. */
function catalogs(
  ledger: Ledger,
  faults: Faults,
  products: SimulationOptions['products'],
  outside: Outside,
): () => SimulatedCatalog {
  const practice = practiceCatalog({ count: 0, seed: 1, language: 'en', ...products });
  const odd = oddCatalog();
  let listed = ledgerCatalog(ledger, outside.now());
  return () => {
    ledger.catchUp(outside.now());
    if (listed.version !== ledger.version) {
      listed = ledgerCatalog(ledger, outside.now());
    }
    return faults.inForce('odd-products')
      ? joinedCatalog({ ...odd, version: -1 }, listed, practice)
      : joinedCatalog(listed, practice);
  };
}
