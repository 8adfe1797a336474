import type { Product } from '@bowerbird/catalog/product';
import type { CategoryNode, CollectScope, EvidenceMark } from '@bowerbird/contract/collect';
import type { AppError, ErrorCode } from '@bowerbird/contract/errors';
import type { Json, PlatformContext } from '../context.ts';
import type { Connection } from '../listing/store.ts';

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
  /** Whether stock that lists leave out is asked for, product by product; left out = no. See `Collector.asksForStock`. */
  stock?: boolean;
  /** The merchant's own credentials for this source, by one of `Collector.access`; left out = none. */
  access?: SourceCredentials;
}

/** A merchant's own credentials at a source, by the names of the way's fields. */
export interface SourceCredentials {
  connection: string;
  credentials: Record<string, string>;
  /** The root of the one shop that they open, as their check found it (`https://host/folder`); null where they open a platform. */
  shop: string | null;
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
  ): Promise<{ expiresAt: string | null; shop: string | null }>;
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
  /** Lists of its shops leave quantities out; asked for (`CollectAsk.stock`), they cost one more request for each product. */
  asksForStock?: true;
  /** Ways in with a merchant's own credentials. */
  access?: readonly AccessWay[];
}
