import { titleOf } from '../../storefront/title.ts';

/** Properties of a simulated store, and the app that may write to it. */
export interface StoreSettings {
  /** Its handle: the first label of its host, before `.myshopline.com`. */
  handle: string;
  title: string;
  currency: string;
  timeZone: string;
  token: string;
  scopes: readonly string[];
  /**
   * `free` answers as fast as possible; `faithful` enforces the bucket of 40 with 4 per second (`shopline/readme.md`,
   * Rate limits).
   */
  pace: 'faithful' | 'free';
  locations: readonly { id: string; name: string; isDefault: boolean; active: boolean }[];
  /** Reports whether the store can fetch an image from this address. */
  reaches(source: string): boolean;
}

/** The permissions that a lister requests, with the names of the platform's list of access scopes. */
export const listerScopes: readonly string[] = [
  'read_products',
  'write_products',
  'write_inventory',
  'read_location',
  'read_store_information',
];

export function storeSettings(name: string, given: Partial<StoreSettings> = {}): StoreSettings {
  return {
    handle: name,
    title: titleOf(name),
    currency: 'USD',
    timeZone: 'Europe/London',
    token: `practice-token-${name}`,
    scopes: listerScopes,
    pace: 'faithful',
    locations: [
      { id: '6363060301530504301', name: 'Outlet', isDefault: false, active: true },
      { id: '6363060301530504302', name: 'Warehouse', isDefault: true, active: true },
    ],
    reaches: (source) => /^https?:/.test(source) && !source.includes('unreachable'),
    ...given,
  };
}
