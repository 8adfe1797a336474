import type { Fault, FaultKind } from '../../../simulation-faults.ts';
import type { HandleRule, ShoplineLedger } from './ledger.ts';
import type { StoredProduct } from './record.ts';
import type { StoreSettings } from './settings.ts';

/** What one request of the app is answered with and from, at one moment. */
export interface Desk {
  ledger: ShoplineLedger;
  settings: StoreSettings;
  origin: string;
  now: number;
  handleRule: HandleRule;
  /** Rows of a list that an update does not name stay, where they would go (assumed either way). */
  keepsLists: boolean;
  /** Whether lists know of it already; the product's own address always does. */
  isListed(product: StoredProduct): boolean;
  reaches(source: string): boolean;
  strike(kind: FaultKind): Fault | null;
}
