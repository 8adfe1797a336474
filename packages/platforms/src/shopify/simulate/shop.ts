import { goodsShelf } from '../../simulating/goods-shelf.ts';
import { oddShelf } from '../../simulating/odd-shelf.ts';
import { joinedShelf, type Shelf } from '../../simulating/shelf.ts';
import { type Outside, realOutside, type Simulation, type SimulationOptions } from '../../simulation.ts';
import { Faults } from '../../simulation-faults.ts';
import { Admin } from './admin.ts';
import { type LedgerView, viewOf } from './judge.ts';
import { Ledger } from './ledger.ts';
import { ledgerShelf } from './ledger-shelf.ts';
import {
  merchantCollects,
  merchantDeletes,
  merchantDuplicates,
  merchantEdits,
  strangerHolds,
} from './merchant.ts';
import type { LedgerEntry, StoredCollection, StoredProduct } from './record.ts';
import { type StoreSettings, storeSettings } from './settings.ts';
import { shopifyStorefront } from './storefront.ts';

export interface ShopifyShopOptions extends SimulationOptions {
  settings?: Partial<StoreSettings>;
  /** Told every change of the books before it is answered. */
  onChange?: (entry: LedgerEntry) => void;
  /** The books as they were, from entries told earlier. */
  entries?: Iterable<LedgerEntry>;
}

/** A Shopify shop played by us: storefront and Admin side on one host, over one set of books. */
export interface ShopifyShop extends Simulation {
  platform: 'shopify';
  settings: StoreSettings;
  /** The books for judging, after all that was due by now was applied. */
  view(): LedgerView;
  /** What the merchant, or somebody else, does in the store by hand. */
  merchant: {
    edit(id: number, changes: Partial<StoredProduct>): void;
    remove(id: number): void;
    duplicate(id: number): StoredProduct | null;
    strangerHolds(sku: string, handle: string): StoredProduct;
    collects(collection: Pick<StoredCollection, 'title' | 'handle' | 'smart'>): StoredCollection;
  };
}

/** A Shopify shop, `glade-home.myshopify.com` for the name `glade-home`: both what shoppers see and what apps write to. */
export function createShopifyShop(options: ShopifyShopOptions): ShopifyShop {
  const outside = options.outside ?? realOutside;
  const settings = storeSettings(options.name, options.settings);
  const faults = new Faults(outside.random);
  const ledger = new Ledger();
  ledger.restore(options.entries ?? []);
  ledger.onChange = options.onChange ?? ledger.onChange;

  const shelf = shelves(ledger, faults, options.goods, outside);
  const admin = new Admin(ledger, settings, faults, outside);
  const storefront = shopifyStorefront({
    settings,
    ledger,
    faults,
    outside,
    shelf,
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
      strangerHolds: (sku, handle) => strangerHolds(sku, handle, ledger, outside.now()),
      collects: (collection) => merchantCollects(collection, ledger, outside.now()),
    },
  };
}

/** The shop's shelves: odd products while told so, what was listed, the practice goods. */
function shelves(
  ledger: Ledger,
  faults: Faults,
  goods: SimulationOptions['goods'],
  outside: Outside,
): () => Shelf {
  const practice = goodsShelf({ count: 0, seed: 1, language: 'en', ...goods });
  const odd = oddShelf();
  let listed = ledgerShelf(ledger, outside.now());
  return () => {
    ledger.catchUp(outside.now());
    if (listed.version !== ledger.version) {
      listed = ledgerShelf(ledger, outside.now());
    }
    return faults.inForce('odd-products')
      ? joinedShelf({ ...odd, version: -1 }, listed, practice)
      : joinedShelf(listed, practice);
  };
}
