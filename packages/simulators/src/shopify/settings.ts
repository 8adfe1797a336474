/** Properties of a store: the facts that its Admin side reports, and its limits. */
export interface StoreSettings {
  /** Its name among `*.localhost`, and before `.myshopify.com`. */
  name: string;
  title: string;
  currency: string;
  timeZone: string;
  /**
   * Points of query cost: Standard has 2000 and 100 a second, Plus 20000 and 1000 (`shopify/readme.md`, Rate limits).
   */
  bucket: { maximum: number; restoreRate: number };
  /** `faithful` enforces the bucket; `free` answers as fast as it can and only reports one that is always full. */
  pace: 'faithful' | 'free';
  maximumVariants: number;
  maximumOptions: number;
  /**
   * How long `productSet` works on a product of more variants than `slowAbove`, in milliseconds: synchronously, and as
   * an operation that is polled. An assumption: the vendor only says that large ones are to be sent as operations
   * (`shopify/readme.md`, Writing products).
   */
  productSet: { slowAbove: number; synchronousMs: number; operationMs: number };
  /**
   * With `from` variants in the store, only `perDay` new ones are accepted a day (`shopify/readme.md`, Rate limits).
   */
  variantThrottle: { from: number; perDay: number };
  /**
   * Concurrent bulk mutations, and as many concurrent bulk queries in addition (`shopify/readme.md`, Bulk operations).
   * Documented nowhere and only assumed: how long an operation waits before it starts, and how many lines a second a
   * mutation processes.
   */
  bulk: { concurrent: number; beginsAfterMs: number; linesPerSecond: number };
  /** Objects that a bulk query reads in a second; an assumption too. */
  bulkQueryObjectsPerSecond: number;
  /** Milliseconds from the write until an image is being processed, and until it is done. */
  images: { processingAfterMs: number; doneAfterMs: number };
  /** Reports whether the store can fetch an image from this address. */
  reaches(url: URL): boolean;
  access: StoreApp;
}

/** The app that may write to this store. */
export interface StoreApp {
  token: string;
  clientId: string;
  clientSecret: string;
  /** False: the app exists but was not installed on this store. */
  installed: boolean;
  /** False: app and store belong to different organisations. */
  sameOrganisation: boolean;
  scopes: readonly string[];
}

/** The scopes that a lister needs (`shopify/readme.md`, Credentials). */
export const listerScopes: readonly string[] = [
  'read_products',
  'write_products',
  'write_files',
  'write_inventory',
  'read_locations',
  'read_publications',
  'write_publications',
];

/** Returns a store on the Standard plan, with the given values in place of the defaults. */
export function storeSettings(name: string, given: Partial<StoreSettings> = {}): StoreSettings {
  return {
    name,
    title: name
      .split('-')
      .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
      .join(' '),
    currency: 'USD',
    timeZone: 'Europe/London',
    bucket: { maximum: 2000, restoreRate: 100 },
    pace: 'faithful',
    maximumVariants: 2048,
    maximumOptions: 3,
    productSet: { slowAbove: 100, synchronousMs: 40_000, operationMs: 8000 },
    variantThrottle: { from: 50_000, perDay: 1000 },
    bulk:
      given.pace === 'free'
        ? { concurrent: 5, beginsAfterMs: 20, linesPerSecond: 1000 }
        : { concurrent: 5, beginsAfterMs: 2000, linesPerSecond: 10 },
    bulkQueryObjectsPerSecond: given.pace === 'free' ? 100_000 : 500,
    images: { processingAfterMs: 300, doneAfterMs: 1500 },
    reaches: (url) =>
      /^https?:$/.test(url.protocol) && !/\.invalid$/.test(url.hostname) && !url.href.includes('fail'),
    access: {
      token: `practice-token-${name}`,
      clientId: `practice-client-${name}`,
      clientSecret: `practice-secret-${name}`,
      installed: true,
      sameOrganisation: true,
      scopes: listerScopes,
    },
    ...given,
  };
}
