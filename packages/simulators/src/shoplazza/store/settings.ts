/**
 * Versions of a store: `2022-01` uses strings, later ones numbers and arrays (`shoplazza/readme.md`, Versions and
 * answers).
 */
export const versions = ['2022-01', '2025-06', '2026-01'] as const;
export type Version = (typeof versions)[number];

/** Credentials and identity of a simulated store. */
export interface StoreSettings {
  id: number;
  name: string;
  token: string;
  currency: string;
  /** As the store gives it: `+0800`. */
  timezone: string;
  /** Scopes granted to the app (`shoplazza/readme.md`, Credentials). */
  scopes: readonly string[];
  /** Supported versions; another prefix answers "not found". */
  versions: readonly Version[];
  /** Requests at once and per second: for this app, and for all apps together (`shoplazza/readme.md`, Rate limits). */
  buckets: { app: { maximum: number; restoreRate: number }; store: { maximum: number; restoreRate: number } };
  /** For apps that connect by OAuth. */
  app: { clientId: string; clientSecret: string; refreshToken: string };
}

export const settingsByDefault: StoreSettings = {
  id: 100_042,
  name: 'Practice',
  token: 'practice-token-shoplazza',
  currency: 'USD',
  timezone: '+0800',
  scopes: ['read_product', 'write_product', 'read_collection', 'write_collection', 'read_shop'],
  versions,
  buckets: { app: { maximum: 40, restoreRate: 2 }, store: { maximum: 80, restoreRate: 20 } },
  app: { clientId: 'practice-app', clientSecret: 'practice-secret', refreshToken: 'practice-refresh' },
};

/**
 * The store's limits of a product (the vendor's product properties; images, variants and tags: `shoplazza/readme.md`,
 * Limits of a product).
 */
export const limits = {
  title: 255,
  brief: 600,
  vendor: 100,
  note: 500,
  seo: 5000,
  options: 3,
  variants: 500,
  images: 250,
  tags: 250,
  tagLength: 500,
} as const;
