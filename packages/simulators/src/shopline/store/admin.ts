import type { Fault, FaultKind } from '../../simulation-faults.ts';
import type { HandleRule, ShoplineLedger } from './ledger.ts';
import type { StoredProduct } from './record.ts';
import type { StoreSettings } from './settings.ts';

/** Context from which one app request is answered, at one moment. */
export interface StoreAdmin {
  ledger: ShoplineLedger;
  settings: StoreSettings;
  origin: string;
  now: number;
  handleRule: HandleRule;
  /** Whether list rows that an update does not name stay instead of being removed (both are assumptions). */
  keepsLists: boolean;
  /** Reports whether lists already contain it; the product's own address always does. */
  isListed(product: StoredProduct): boolean;
  reaches(source: string): boolean;
  injectFault(kind: FaultKind): Fault | null;
}
