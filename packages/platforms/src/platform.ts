import type { Product } from '@bowerbird/catalog/product';
import type { CategoryNode, CollectScope, EvidenceMark } from '@bowerbird/contract/collect';
import type { AppError, ErrorCode } from '@bowerbird/contract/errors';

/** JSON that can be kept and handed back: checkpoints, version marks. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** Everything a platform may touch of the outside world. No Node and no DOM: the plugin runs this code too. */
export interface PlatformContext {
  fetch: typeof fetch;
  signal: AbortSignal;
  /** Milliseconds that only grow; for pacing and measuring, never for a date. */
  now(): number;
  /** Waits, or rejects when the signal fires first. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

// ---------------------------------------------------------------- collecting

/** What was fetched once at an address, shown to every platform so that nobody asks the shop twice. */
export interface Seen {
  url: URL;
  status: number;
  headers: Headers;
  /** The body as text, cut at 2 MB. */
  body: string;
}

export interface RecognisedAs {
  /** 0 to 100; 0 is "not ours". */
  confidence: number;
  evidence: EvidenceMark[];
  /** What the address names: one product, a category, or the whole shop. */
  scope: CollectScope;
}

export type CollectWay = 'feed' | 'collections' | 'sitemap' | 'page';

/** What a collector is asked for. */
export interface CollectAsk {
  scope: CollectScope;
  /** One for a product, a shop or a category; many for a list, or for several categories. */
  addresses: URL[];
  /** The last checkpoint that was saved, when this run goes on after a stop; else null. */
  checkpoint: Json | null;
  /** Whether this source product was already saved by this run (before the stop, or by another slice). */
  alreadyGot(sourceId: string): boolean;
  /** Milliseconds between requests; left out or 0 = adaptive. */
  paceMs?: number;
  /** Whether robots.txt is respected; left out = yes. */
  robots?: boolean;
  /** The merchant's own credentials for this source, by one of `Collector.access`; left out = none. */
  access?: SourceCredentials;
}

/** A merchant's own credentials at a source, by the names of the way's fields. */
export interface SourceCredentials {
  connection: string;
  credentials: Record<string, string>;
}

/** A way to collect with credentials: an open platform, or the REST keys of one's own shop. */
export interface AccessWay extends Connection {
  /** It opens one shop, whose address belongs to it. */
  ofOneShop: boolean;
  /** Asks the source one thing with these credentials. Throws `source.credentials-wrong` or what else it answers. */
  check(
    access: SourceCredentials,
    shop: URL | null,
    context: PlatformContext,
  ): Promise<{ expiresAt: string | null }>;
  /** New credentials in place of ones that end; absent where they cannot be renewed. */
  renew?(
    access: SourceCredentials,
    context: PlatformContext,
  ): Promise<{ credentials: Record<string, string>; expiresAt: string | null }>;
}

/** A product as a page that lists it tells of it: the way to its own page. */
export interface Lead {
  /** The source's own id, or the handle that stands for it. */
  id: string;
  url: string;
  title: string | null;
  pictureUrl: string | null;
  price: string | null;
  currency: string | null;
}

/** One product that could not be read. Its place in the source, and why. */
export interface Skipped {
  address: string;
  failure: AppError;
}

/** What happens while collecting, in order. A batch is saved whole, together with its checkpoint. */
export type CollectEvent =
  | { kind: 'promised'; way: CollectWay; count: number }
  | {
      kind: 'way';
      way: CollectWay;
      state: 'running' | 'done' | 'capped' | 'refused';
      count?: number;
      because?: ErrorCode;
    }
  | { kind: 'slices'; slices: { name: string; total: number | null }[] }
  | { kind: 'slice'; index: number; state: 'running' | 'done' | 'failed'; done: number; total: number | null }
  | { kind: 'batch'; products: Product[]; skipped: Skipped[]; checkpoint: Json };

/** Reads products from a shop of this platform. */
export interface Collector {
  /**
   * How likely this is a shop of ours, by evidence (host, headers, markers). May ask the shop one thing more, such as
   * its feed's first page. A page that is not ours gives confidence 0; it is no error.
   */
  recognise(seen: Seen, context: PlatformContext): Promise<RecognisedAs>;

  /** The first few goods and the promised count, for the person to see before collecting. Costs at most two requests. */
  preview(
    url: URL,
    scope: CollectScope,
    context: PlatformContext,
  ): Promise<{ products: Product[]; promised: number | null }>;

  /**
   * The products asked for, batch by batch, each once. Broken off and started again with the last checkpoint, the
   * two parts together give the same set. An address with no products yields no batch; it is no error. One unreadable
   * product is skipped by name; a source that refuses altogether throws.
   */
  collect(ask: CollectAsk, context: PlatformContext): AsyncIterable<CollectEvent>;

  /** The source's categories; [] when it has none. With `access` as the merchant's own credentials show them. */
  categories(url: URL, context: PlatformContext, access?: SourceCredentials): Promise<CategoryNode[]>;

  /**
   * The products on a page as the browser shows it, for shops that answer only to a browser; also from an answer that the
   * page itself received, given in place of its markup. [] for a page of no product.
   */
  readPage?(html: string, url: URL): Product[];
  /** The products that a page leads to, in order, each once, from its markup or an answer it received; [] for none. */
  leadsOn?(html: string, url: URL): Lead[];
  /** The page of a shop that shows what it finds for these words; absent where shops of the platform have no search. */
  searchAddress?(shop: URL, words: string): URL;
  /** Ways in with a merchant's own credentials. */
  access?: readonly AccessWay[];
}

// ---------------------------------------------------------------- listing

/** Where and as whom we write to a store. Credentials by the names of the platform's connection fields. */
export interface StoreAccess {
  domain: string;
  connection: string;
  credentials: Record<string, string>;
  /** What `prepare` told of the shop (`details`); {} before it was asked. */
  prepared: Record<string, Json>;
}

/** A store's permanent identity and what can be told of it without writing. */
export interface ShopIdentity {
  /** Never changes, whatever domain or name the merchant uses. */
  identity: string;
  name: string;
  currency: string | null;
  /** IANA name. */
  timeZone: string | null;
  rights: { right: string; held: boolean; needed: boolean }[];
  maximumVariants: number;
  maximumOptions: number;
}

/** What this store was proven to do (5.2 of the protocol); absent = not proven. */
export interface ShopCapabilities {
  /** The store refuses or merges a second product with the same key. */
  uniqueKey: boolean;
  probedAt: string;
  details: Record<string, Json>;
}

/** `bb-` and 16 base32 characters; the same for every run and store record of one product in one shop. */
export type ListingKey = string;

/** A product as the store holds it. */
export interface SeenProduct {
  storeProductId: string;
  /** Our key, when it carries one. */
  key: string | null;
  /** The attempt of ours that wrote it last, when it tells. */
  attemptId: string | null;
  handle: string | null;
  skus: string[];
  /**
   * Ours by its slug or code, but not whole: cut off in the making, or made of several requests of which some are still to
   * come. What it lacks is written by `update`. Says something only while an attempt is open: later a person may have
   * taken parts away.
   */
  halfMade?: true;
  /** Hash of what was read back; compared only with others that were read back. */
  hash: string;
  status: string;
  createdAt: string;
  updatedAt: string;
  version: string;
  address: string | null;
  /** It was sold already; left out where the store does not tell. */
  sold?: true;
}

export interface WriteOptions {
  status: 'active' | 'draft';
  publish: boolean;
  /** Where readers of a store without a till buy: an address with `{handle}` or `{sku}` in it. */
  buyLink?: string;
}

/** Whether shoppers are to see what is written so. */
export function isToBeSeen({ status, publish }: WriteOptions): boolean {
  return status === 'active' && publish;
}

/** One product to be written, already fitted to the store by its rules. */
export interface ToCreate {
  attemptId: string;
  key: ListingKey;
  product: Product;
  options: WriteOptions;
  /** The product's pictures in the store's library, by their own addresses; left out for a lister without one. */
  library?: ReadonlyMap<string, StoredPicture>;
  /** Ids of what `Lister.terms` asked for, by `termName`; left out for a lister without them. */
  terms?: ReadonlyMap<string, string>;
}

/** A picture in a store's own library. */
export interface StoredPicture {
  id: string;
  address: string;
}

/** A picture to be put there, named by its content: `bb-{16 of its SHA-256}.jpg`. */
export interface NewPicture {
  name: string;
  /** `image/jpeg` and the like. */
  type: string;
  bytes: Uint8Array<ArrayBuffer>;
  alt: string;
}

/** A store's own library of pictures: each content once, whatever product shows it (section 8 of the protocol). */
export interface PictureLibrary {
  /** Whether these credentials open it; without it pictures go by their addresses. Absent: they always do. */
  opensTo?(store: StoreAccess): boolean;
  /** What it takes; anything else is made into the first type, and smaller, before it is sent. */
  types: readonly [string, ...string[]];
  bytesMax: number;
  sideMax: number;
  /** Those of these names that are there. */
  find(
    names: readonly string[],
    store: StoreAccess,
    context: ListerContext,
  ): Promise<Map<string, StoredPicture>>;
  /** Puts one there, by one request and behind the gate. A doubt is settled by `find`. */
  put(
    picture: NewPicture,
    store: StoreAccess,
    context: ListerContext,
  ): Promise<{ fate: 'applied'; picture: StoredPicture } | Exclude<Fate, { fate: 'applied' }>>;
}

/** Something of the store that products name: a category by its path, a tag, an attribute with its value. */
export interface Term {
  kind: 'category' | 'tag' | 'attribute';
  path: string[];
}

/** One name for a term, the same for the same. */
export function termName({ kind, path }: Term): string {
  return JSON.stringify([kind, ...path]);
}

/** What products name must be there before: found, or made once, under a lock of the shop and the name. */
export interface Terms {
  /** What this product names. */
  of(product: Product): Term[];
  /** Their ids; null for what is not there. */
  find(terms: readonly Term[], store: StoreAccess, context: ListerContext): Promise<(string | null)[]>;
  /** Makes one whose parents are there; one that is there already answers its id. */
  make(term: Term, parentId: string | null, store: StoreAccess, context: ListerContext): Promise<string>;
}

/** One thing that belongs to a product and is no part of its own write: pieces of a variant, a place in a collection. */
export type FinishingStep =
  | { kind: 'stock'; storeProductId: string; itemId: string; locationId: string; pieces: number }
  | { kind: 'collection'; storeProductId: string; collectionId: string };

/**
 * What is set beside a product once it is bound, and before it is shown. Steps are by id and absolute: one that was sent
 * twice is done once, and after any doubt what is still due is simply asked for again.
 */
export interface Finishing {
  /** How many steps a new product will take, for the forecast. */
  stepsOf(product: Product): number;
  /**
   * What the store does not hold yet. `isNew` = never shown: only then all pieces are set. Later ones are the store's to know, but
   * for those that are others than in `former`.
   */
  due(item: ToUpdate, isNew: boolean, store: StoreAccess, context: ListerContext): Promise<FinishingStep[]>;
  /** Sends one, by one request and behind the gate. Costs 1. */
  send(step: FinishingStep, store: StoreAccess, context: ListerContext): Promise<Fate>;
}

export interface ToUpdate extends ToCreate {
  storeProductId: string;
  /** What `Lister.held` told of it before the intent; left out, a lister that needs it asks within the write. */
  held?: Json;
  /** Pictures the store holds already: media ids by file name. */
  pictures: ReadonlyMap<string, string>;
  /**
   * What was written of it last, where that is known. Pieces that are others now are set; those that are not are the store's to
   * know, as it sells them.
   */
  former?: Product;
  /** `former` landed on a newer write of ours: pieces are set only where the store holds those of `former`. */
  landedLate?: true;
}

/** A product of which nothing but prices and pieces is to be written. */
export interface ToReprice extends ToUpdate {
  former: Product;
}

/**
 * Prices, costs and pieces by themselves, by id: where a product differs in nothing else from what was written last. What a merchant
 * edited of all else stays as he has it, and so do variants of his own; variants that are not there any more are passed
 * over and told. Absolute figures, so that a send that is repeated is as good as one; the attempt's mark goes with them, so
 * that one which lands late is known for what it is.
 */
export interface Amounts {
  /** Products of more variants are written whole. */
  variantsMax: number;
  /** What one costs, in the throttle's units, with what is read on the way. */
  costOf(product: Product, former: Product): number;
  /** Each by one request that writes; the pieces too, where they are no steps of `finishing`. */
  update(items: readonly ToReprice[], store: StoreAccess, context: ListerContext): Promise<Fate[]>;
}

/** What a look-up asks for. */
export interface LookAsk {
  key: ListingKey;
  storeProductId: string | null;
  handle: string;
  skus: string[];
  /** When this listing was first intended, in milliseconds since 1970: nothing of ours is older. Null: never yet. */
  since: number | null;
  /** What was to be made; lets a store that can lose key and slug tell a half-made one by its code and words. */
  product?: Product;
}

/**
 * What became of one write. Anything that is not surely applied, surely refused or surely never executed is a doubt;
 * which answers are sure is a closed list of each platform.
 */
export type Fate =
  | {
      fate: 'applied';
      storeProductId: string;
      version: string;
      hash: string;
      address: string | null;
      notes: StoreFault[];
      /** Bound, but not whole yet: what it lacks goes by `update`, in requests of its own, before it is published. */
      halfMade?: true;
    }
  | { fate: 'refused'; faults: StoreFault[]; answer: Json }
  /** Surely not executed: the limit was used up. */
  | { fate: 'throttled'; waitMs: number }
  /** The target of a by-id write is not there any more. */
  | { fate: 'missing' }
  /** With `wasMade` the store says that it carried this out before: what it made then is to be found, or was deleted since. */
  | { fate: 'doubt'; because: string; wasMade?: true };

/** What a store said about one field. */
export interface StoreFault {
  code: ErrorCode;
  params: Record<string, string | number>;
  /** Path in our product, such as `variants.0.price`; null when it concerns the whole. */
  field: string | null;
  /** The store's own words, shortened; never a secret. */
  said: string;
}

/** How much of what the store allows is left, as it reported last; in the platform's own units (points, calls). */
export interface Throttle {
  maximumAvailable: number;
  currentlyAvailable: number;
  /** Per second. */
  restoreRate: number;
}

/** What a bulk operation does with each of its lines. */
export type BulkKind = 'create' | 'update' | 'publish';

/** A bulk operation as its store tells of it. */
export interface BulkOperation {
  id: string;
  /** Nothing of it can be applied any more, however it came to its end. */
  ended: boolean;
  /** Lines worked through so far. */
  done: number;
  /** Where its results lie; null where there are none. */
  resultsAt: string | null;
}

/** What became of a start. All that is not surely begun, and not surely never begun, is a doubt. */
export type BulkStart =
  | { fate: 'applied'; operation: BulkOperation }
  | { fate: 'never'; because: string }
  | { fate: 'doubt'; because: string };

/**
 * Writes that a store takes as one file and works through by itself (section 9 of the protocol). A line is an attempt like
 * any other; the lateness of them all ends when their operation has ended, and not before.
 */
export interface Bulk {
  /** From how many products of one kind on it is worth its while. */
  minimum: number;
  /** How many lines one operation is to have at most. */
  linesMax: number;
  /** How many operations may be at work beside each other. */
  atOnce: number;
  /** What a start costs, in the throttle's units. */
  cost: number;
  /** Milliseconds between two questions how far it is. */
  pollMs: number;
  /** Lines that are worked through in a second by all of ours together, for a forecast. */
  linesPerSecond: number;
  /**
   * Puts the first of these items that fit into one file, a line each, where the store can read them; answers the file's name
   * and how many they are. It makes nothing and needs no gate.
   */
  upload(
    kind: BulkKind,
    items: readonly ToUpdate[],
    store: StoreAccess,
    context: ListerContext,
  ): Promise<{ file: string; lines: number }>;
  /** Starts the operation, by one request and behind the gate; `requestId` is in the name by which `find` knows it. */
  start(
    kind: BulkKind,
    file: string,
    requestId: string,
    store: StoreAccess,
    context: ListerContext,
  ): Promise<BulkStart>;
  /** The operation of this request; null where the store knows of none (yet). */
  find(requestId: string, store: StoreAccess, context: ListerContext): Promise<BulkOperation | null>;
  poll(id: string, store: StoreAccess, context: ListerContext): Promise<BulkOperation | null>;
  /** Requests of ours whose operations have not ended, as the store knows them: also such as we know nothing of any more. */
  underWay(store: StoreAccess, context: ListerContext): Promise<string[]>;
  /**
   * What became of lines, in any order, each once; `keys` are those of the lines, and a result that does not bear the key of its
   * line is a doubt. Of a line left out nothing is known.
   */
  results(
    kind: BulkKind,
    resultsAt: string,
    keys: readonly ListingKey[],
    store: StoreAccess,
    context: ListerContext,
  ): AsyncIterable<{ line: number; fate: Fate }>;
}

/** What a lister needs beyond a collector's context. */
export interface ListerContext extends PlatformContext {
  /** Waits until the limit lets a read of this cost through. Writes are paced before their intent is written down. */
  pace(cost: number): Promise<void>;
  /**
   * Called in the same synchronous block before the bytes of a write leave; throws when it is too late to send
   * (the gate of the protocol). Reads do not call it.
   */
  gate(): void;
  /** Tells what the store reported of its limit, and what the request was estimated at and really cost. */
  throttled(throttle: Throttle, estimated: number, actual: number): void;
}

/** How a product is kept from shoppers; a store that knows one way only does that. */
export type HiddenAs = 'draft' | 'archived';

/**
 * Takes products from shoppers' sight and shows them again: by id, and nothing else of them is changed. Done twice is done
 * once; what is not there any more is told as missing, and never comes back by it. Each method costs what `publish` does.
 */
export interface Shelf {
  /** Whether shoppers are kept from it. */
  isHidden(seen: SeenProduct): boolean;
  hide(ids: readonly string[], as: HiddenAs, store: StoreAccess, context: ListerContext): Promise<Fate[]>;
  /** Under the address it has. */
  show(ids: readonly string[], store: StoreAccess, context: ListerContext): Promise<Fate[]>;
}

/** Where a store keeps what was thrown away. */
export interface Trash {
  /**
   * What must be written next so that the product of this id, with all that belongs to it, is out of the trash; null where nothing
   * of it lies there, or it bears none of these keys.
   */
  due(
    id: string,
    keys: readonly ListingKey[],
    store: StoreAccess,
    context: ListerContext,
  ): Promise<Json | null>;
  /** Writes that, by one request and behind the gate: back by its id, and hidden. Done twice is done once. Costs 1. */
  bring(step: Json, store: StoreAccess, context: ListerContext): Promise<Fate>;
}

/** What of a product a store tells as it holds it, and in what form. */
export interface StoreReading {
  /** Fields that are kept and told as they were sent; of others nothing is said. */
  fields: readonly ('title' | 'descriptionHtml' | 'vendor' | 'productType' | 'tags' | 'status')[];
  /** The same of its variants; [] for a store that has none. */
  cells: readonly ('price' | 'compareAtPrice' | 'stock' | 'sku' | 'barcode')[];
  /** Whether prices of such a product are in no hash and no `repriced`, so that it must be read to be compared. Left out: none. */
  readAlways?(sent: Product): boolean;
  /** All pieces go along with each `update`; else at most those that we changed, as the others are the store's own to count. */
  updateSetsStock: boolean;
  /**
   * The products by the store's ids in our words, without marks of ours; null for one that is not there (any more). What the store
   * does not tell is empty or null. Any number; never a write.
   */
  read(ids: readonly string[], store: StoreAccess, context: ListerContext): Promise<(Product | null)[]>;
}

/**
 * Writes products to a store of this platform. Each writing method sends one request that writes and never retries; what
 * it reads before and after is in `costOf`. What to do about a doubt is the protocol's business, which needs only the
 * look-ups below.
 */
export interface Lister {
  /** The protocol's times for this platform, in milliseconds. */
  times: { deadlineMs: number; timeoutMs: number; latenessMs: number };
  /** The store enforces our key, atomically: a second send cannot make a second product. */
  storeSideKey: boolean;
  /**
   * `create` makes what shoppers do not see, whatever is wanted, and `publish` shows it: a twin would be hidden and keyed,
   * so that a doubt need not age (sections 4 and 7.1 of the protocol).
   */
  hiddenFirst?: true;
  /** The first look of a run goes once through the store, by `census`, in place of asking for each product (section 6). */
  looksByCensus?: true;
  library?: PictureLibrary;
  terms?: Terms;
  /** Left out where a product's own write carries everything. */
  finishing?: Finishing;
  /** Left out where prices and pieces go with everything else. */
  amounts?: Amounts;
  /** Left out where writes go one request at a time only. */
  bulk?: Bulk;
  /** What the certificate promises of this platform (section 11 of the protocol). */
  guarantee: string;
  /** How many products one request of `create` or `update` carries. */
  batchSize: number;
  /** How many products one request of `publish` shows, where that is more. */
  publishMax?: number;
  /** How many requests may be under way at a time. */
  inFlightMax: number;
  /** How many products one look may ask for. */
  lookMax: number;
  /** What is assumed of the limit before the store has told. */
  firstThrottle: Throttle;

  /** The store's permanent address from what a person pastes; null when it cannot be one. */
  domainOf(pasted: string): string | null;
  /** What a write of this product will cost, in the throttle's units. */
  costOf(kind: 'create' | 'update' | 'publish' | 'remove', product: Product | null): number;

  /** Says who the store is and which rights the credentials hold. Wrong credentials throw with a name. */
  identify(store: StoreAccess, context: ListerContext): Promise<ShopIdentity>;
  /** Makes what listing needs once per store (a metafield definition, a tag) and tells the unique key. Safe to repeat. */
  prepare(store: StoreAccess, context: ListerContext): Promise<ShopCapabilities>;
  /**
   * Writes two drafts and removes them, to learn what the store makes of a key it has seen before (5.2 of the protocol). Only
   * when a person asked. Absent where `prepare` knows without.
   */
  probe?(store: StoreAccess, context: ListerContext): Promise<ShopCapabilities>;
  /** This lister as one store was proven to be (5.2), and as its merchant wants it: careful is hidden first (7.1). */
  inStore?(shop: { uniqueKey: boolean; careful: boolean }): Lister;
  /** How many products bear a key of ours; null when the store cannot tell without a census. */
  keyedCount(store: StoreAccess, context: ListerContext): Promise<number | null>;
  /** Every product that bears a key of ours, a page at a time. */
  census(store: StoreAccess, context: ListerContext): AsyncIterable<SeenProduct[]>;
  /** Every candidate for each key, by the platform's ladder; empty only after all rungs were asked. At most `lookMax`. */
  look(asks: readonly LookAsk[], store: StoreAccess, context: ListerContext): Promise<SeenProduct[][]>;
  /** The products by the store's ids; one that is not there (any more) is null. Any number. */
  lookByIds(
    ids: readonly string[],
    store: StoreAccess,
    context: ListerContext,
  ): Promise<(SeenProduct | null)[]>;
  /** The pictures of ours that a product holds, about this many: media ids by file name. */
  pictures(
    storeProductId: string,
    count: number,
    store: StoreAccess,
    context: ListerContext,
  ): Promise<Map<string, string>>;
  /**
   * What a write by id must know of products as they stand: parts with ids of their own, whether one lies in the trash. Read
   * before the intent of each `update` and `publish`, and handed to it; null for what is not there. Absent where nothing
   * must be known.
   */
  held?(
    ids: readonly string[],
    before: 'update' | 'publish',
    store: StoreAccess,
    context: ListerContext,
  ): Promise<Json[]>;
  create(items: readonly ToCreate[], store: StoreAccess, context: ListerContext): Promise<Fate[]>;
  update(items: readonly ToUpdate[], store: StoreAccess, context: ListerContext): Promise<Fate[]>;
  /**
   * Shows products to shoppers; of a lister that makes them hidden first, it gives each its own address, and shows those that
   * are to be seen. Absent where a write does so by itself.
   */
  publish?(items: readonly ToUpdate[], store: StoreAccess, context: ListerContext): Promise<Fate[]>;
  remove(ids: readonly string[], store: StoreAccess, context: ListerContext): Promise<Fate[]>;
  /** `remove` puts products where they can be taken out again. */
  trash?: Trash;
  shelf?: Shelf;
  /** Left out where what a store holds is told by its hash alone. */
  reading?: StoreReading;
  /** Whether somebody changed prices or codes since they were sent; absent where the hash of a look covers them. */
  repriced?(
    sent: readonly { storeProductId: string; product: Product }[],
    store: StoreAccess,
    context: ListerContext,
  ): Promise<boolean[]>;
  /** Pictures of these products that failed after the write, by store product id. */
  failedPictures(
    ids: readonly string[],
    store: StoreAccess,
    context: ListerContext,
  ): Promise<Map<string, StoreFault[]>>;
  /** The hash of what we would send: the same for the same content and options. */
  hashOf(product: Product, options: WriteOptions): Promise<string>;
  /** What this store would refuse, cut or drop of a product; nothing is sent. */
  fit(product: Product, shop: Pick<ShopIdentity, 'maximumVariants' | 'maximumOptions' | 'currency'>): Fit[];
  /** For connections that are `granted`. */
  grant?: AppGrant;
  /** Exchanges or renews what expires; null when nothing does. */
  renew(
    store: StoreAccess,
    context: ListerContext,
  ): Promise<{ credentials: Record<string, string>; expiresAt: string } | null>;
}

export interface Fit {
  kind: 'refused' | 'cut' | 'lost';
  code: ErrorCode | `fit.${string}`;
  params: Record<string, string | number>;
}

/** How a store of this platform is connected: which fields a person fills in. */
export interface Connection {
  id: string;
  fields: { name: string; secret: boolean /** It may be left out. */; optional?: true }[];
  /** The shop itself lets our app in, by `Lister.grant`, and gives then what is optional here. */
  granted?: true;
}

/** How a merchant lets our app into his shop: he is sent there, and comes back with what is exchanged for a token (OAuth). */
export interface AppGrant {
  /** Where he is sent. The shop sends him back to `returnsTo`, with `state` as it was. */
  address(store: StoreAccess, ask: { returnsTo: string; state: string }): string;
  /**
   * What he came back with (the whole query of the address), exchanged. Throws `store.grant-denied` where he did not let us
   * in, and `store.grant-unsigned` for what the shop did not sign with these credentials.
   */
  redeem(
    query: string,
    returnsTo: string,
    store: StoreAccess,
    context: ListerContext,
  ): Promise<{ credentials: Record<string, string>; expiresAt: string }>;
}

/** A platform: a name, and what it can do. A missing part is simply something this platform cannot do. */
export interface Platform {
  id: string;
  name: string;
  /** Two letters and a colour (#RRGGBB) for its mark. */
  letters: string;
  hue: string;
  /** Asked for only where no other platform takes a page for one of its own. */
  lastResort?: true;
  collector?: Collector;
  lister?: Lister & { connections: Connection[] };
}
