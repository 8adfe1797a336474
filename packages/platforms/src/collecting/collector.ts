import type { Product } from '@bowerbird/catalog/product';
import type { CategoryNode, CollectScope, EvidenceMark } from '@bowerbird/contract/collect/collect';
import type { AppError, ErrorCode } from '@bowerbird/contract/errors';
import type { Json, PlatformContext } from '../context.ts';
import type { Connection } from '../listing/store/access.ts';

/** An answer that was fetched once and is shown to every platform, so that the shop is not requested twice. */
export interface Seen {
  url: URL;
  status: number;
  headers: Headers;
  /** The body as text, truncated at 2 MB. */
  body: string;
}

export interface RecognisedAs {
  /** 0 to 100; 0 means "not this platform". */
  confidence: number;
  evidence: EvidenceMark[];
  /** What the address names: one product, a category, or the whole shop. */
  scope: CollectScope;
}

export type CollectWay = 'feed' | 'collections' | 'sitemap' | 'page';

/** Request for a collecting run. */
export interface CollectRequest {
  scope: CollectScope;
  /** One address for a product, a shop or a category; many for a list or for several categories. */
  addresses: URL[];
  /** The last saved checkpoint when the run resumes after a stop; otherwise null. */
  checkpoint: Json | null;
  /** Reports whether this run already saved this source product (before the stop, or in another slice). */
  alreadyGot(sourceId: string): boolean;
  /** Milliseconds between requests; adaptive when omitted or 0. */
  paceMs?: number;
  /** Whether robots.txt is respected; default yes. */
  robots?: boolean;
  /**
   * Whether inventory that lists leave out is requested product by product; default no. See
   * `Collector.supportsStockRequests`.
   */
  stock?: boolean;
  /** The merchant's own credentials for this source, for one of `Collector.access`; default none. */
  access?: SourceCredentials;
}

/** A merchant's own credentials at a source, by the field names of the access method. */
export interface SourceCredentials {
  connection: string;
  credentials: Record<string, string>;
  /**
   * Root of the one shop that the credentials open, as found when they were checked (`https://host/folder`); null when
   * they open a platform.
   */
  shop: string | null;
}

/** A way to collect with credentials: an open platform, or the REST keys of the merchant's own shop. */
export interface AccessWay extends Connection {
  /** Whether it opens exactly one shop, whose address belongs to the credentials. */
  ofOneShop: boolean;
  /**
   * Sends one request to the source with these credentials. Throws `source.credentials-wrong` or the error that the
   * source answers.
   */
  check(
    access: SourceCredentials,
    shop: URL | null,
    context: PlatformContext,
  ): Promise<{ expiresAt: string | null; shop: string | null }>;
  /** Returns new credentials in place of expiring ones; absent when they cannot be renewed. */
  renew?(
    access: SourceCredentials,
    context: PlatformContext,
  ): Promise<{ credentials: Record<string, string>; expiresAt: string | null }>;
}

/** A product as a list page shows it, with the link to its own page. */
export interface SourceLink {
  /** The source's own id, or the handle that replaces it. */
  id: string;
  url: string;
  title: string | null;
  imageUrl: string | null;
  price: string | null;
  currency: string | null;
}

/** One product that could not be read: its address in the source, and the reason. */
export interface Skipped {
  address: string;
  failure: AppError;
}

/** Events of a collecting run, in order. A batch is saved completely, together with its checkpoint. */
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
   * Returns how likely this is a shop of this platform, by evidence (host, headers, markers). May send the shop one
   * more request, such as for its feed's first page. A page of another platform gives confidence 0 and is no error.
   */
  recognise(seen: Seen, context: PlatformContext): Promise<RecognisedAs>;

  /**
   * Returns the first few products and the promised count, for display before collecting. Costs at most two requests.
   */
  preview(
    url: URL,
    scope: CollectScope,
    context: PlatformContext,
  ): Promise<{ products: Product[]; promised: number | null }>;

  /**
   * Collects the requested products batch by batch, each once. A run that is interrupted and restarted with the last
   * checkpoint gives the same set in both parts together. An address without products yields no batch and is no error.
   * An unreadable product is skipped with a named error; a source that refuses completely throws.
   */
  collect(request: CollectRequest, context: PlatformContext): AsyncIterable<CollectEvent>;

  /**
   * Returns the source's categories; [] when it has none. With `access`, as the merchant's own credentials show them.
   */
  categories(url: URL, context: PlatformContext, access?: SourceCredentials): Promise<CategoryNode[]>;

  /**
   * Returns the products on a page as the browser shows it, for shops that answer only to a browser; also from an
   * answer that the page itself received, given in place of its markup. Returns [] for a page without a product.
   */
  readPage?(html: string, url: URL): Product[];
  /**
   * Returns links to the products of a page, in order, each once, from its markup or an answer it received; [] for
   * none.
   */
  sourceLinksOn?(html: string, url: URL): SourceLink[];
  /** Returns the address of a shop's search results for this text; absent when shops of the platform have no search. */
  searchAddress?(shop: URL, words: string): URL;
  /**
   * Returns the shop that an address belongs to, as its products are stored under it: the host, with the folder where the address
   * says that one host has several shops.
   */
  shopOf?(address: URL, scope: CollectRequest['scope']): string;
  /**
   * Set when lists of its shops leave inventory quantities out; when requested (`CollectRequest.stock`), each product
   * costs one more request.
   */
  supportsStockRequests?: true;
  /** Access methods with a merchant's own credentials. */
  access?: readonly AccessWay[];
}
