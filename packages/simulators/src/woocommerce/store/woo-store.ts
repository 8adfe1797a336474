import { isObject, itemsOf, textOf } from '@bowerbird/platforms/reading/unread';
import { realOutside, type Simulation, type SimulationOptions } from '../../simulation.ts';
import { answerFaultily, beforeAnswering } from '../../store/faulty-store.ts';
import { joinedCatalog, type SimulatedCatalog } from '../../storefront/catalog.ts';
import { simulatedShop } from '../../storefront/simulated-shop.ts';
import { titleOf } from '../../storefront/title.ts';
import { answerRest, practiceKeys } from '../rest-api.ts';
import { wooRoutes } from '../storefront.ts';
import { type StoreRequest, storeAnswer } from './api.ts';
import { type StoreSettings, type Visitor, visitorOf } from './auth.ts';
import { keyOf, WooLedger } from './ledger.ts';
import { ledgerCatalog } from './ledger-catalog.ts';
import { newProduct, type StoredProduct } from './record.ts';

export interface WooStoreOptions extends SimulationOptions {
  store?: Partial<StoreSettings>;
}

/** The simulator state as a verifier reads it. */
export interface WooView {
  /** Existing products, without the trash. */
  products: readonly StoredProduct[];
  byKey: ReadonlyMap<string, readonly StoredProduct[]>;
  /** How many products an app ever created under a key. */
  createdByKey: ReadonlyMap<string, number>;
  history: WooLedger['history'];
}

export interface SimulatedWooStore extends Simulation {
  settings: StoreSettings;
  ledger: WooLedger;
  /** Returns the state after everything due by now was applied. */
  view(): WooView;
}

/** Creates a simulated WooCommerce store: what shoppers see, and what its owner's programs write to. */
export function createWooStore(options: WooStoreOptions): SimulatedWooStore {
  const outside = options.outside ?? realOutside;
  const settings: StoreSettings = {
    name: titleOf(options.name),
    currency: 'USD',
    weightUnit: 'kg',
    consumerKey: `ck_${'a'.repeat(40)}`,
    consumerSecret: `cs_${'b'.repeat(40)}`,
    keyMay: 'read_write',
    user: 'keeper',
    applicationPassword: 'prac tice prac tice prac tice',
    role: 'shop_manager',
    https: true,
    signedAs: '',
    cutsSignature: false,
    gmtOffset: 0,
    dropsHeader: false,
    readsZone: true,
    ordersValues: true,
    batchMax: 100,
    ...options.store,
  };
  const ledger = new WooLedger();
  const seenNonces = new Map<number, string>();
  let practice: () => SimulatedCatalog = () => ledgerCatalog(ledger, settings);
  const front = simulatedShop('woocommerce', options, (parts) => {
    practice = () => joinedCatalog(ledgerCatalog(ledger, settings), parts.catalog());
    return wooRoutes({ ...parts, catalog: () => practice(), currency: settings.currency });
  });
  const { faults } = front;

  async function answerStore(request: Request, route: string): Promise<Response> {
    const url = new URL(request.url);
    const isFile = request.method === 'POST' && route === '/wp/v2/media';
    const bytes = new Uint8Array(await request.arrayBuffer());
    const sent = isFile ? '' : new TextDecoder().decode(bytes);
    const marked = `${request.method} ${route} ${sent}`;
    const revoked = faults.injectFault('token-revoked', route) !== null;
    const visitor = await visitorOf(
      { method: request.method, url, authorization: revoked ? null : request.headers.get('authorization') },
      settings,
    );
    const requested: StoreRequest = {
      method: request.method,
      route,
      query: url.searchParams,
      visitor: revoked ? withoutKey(visitor) : visitor,
      body: isFile ? {} : jsonIn(sent),
      file: isFile ? { bytes, disposition: request.headers.get('content-disposition') } : null,
    };
    const parts = {
      faults,
      outside,
      later: (at: number, work: (at: number) => void) => ledger.later(at, work),
      limitReached,
    };
    const trouble = await beforeAnswering(marked, parts, refusedBefore);
    if (trouble) {
      return trouble;
    }
    const isWrite = request.method !== 'GET';
    const apply = (at?: number) => {
      const now = at ?? outside.now();
      ledger.catchUp(now);
      if (isWrite) {
        unknownClientsCome(marked, requested.body, now);
      }
      const admin = { ...settings, origin: url.origin, ledger, faults, now, outside };
      const { status, body, headers = {} } = storeAnswer(requested, settings, seenNonces, admin);
      if (isWrite) {
        merchantActions(marked, now);
      }
      const date = new Date(now).toUTCString();
      return Response.json(body, { status, headers: { ...headers, date, 'x-robots-tag': 'noindex' } });
    };
    return answerFaultily({ marked, isWrite, apply }, parts);
  }

  /** Creates an unmanaged product with our SKU, in the shop or in its trash, before our write. */
  function unknownClientsCome(marked: string, body: unknown, now: number): void {
    for (const [kind, status] of [
      ['unmanaged', 'publish'],
      ['trash-holds-sku', 'trash'],
    ] as const) {
      const fault = faults.injectFault(kind, marked);
      if (fault) {
        const sku = String(fault.value ?? firstSku(body) ?? '');
        ledger.put({
          ...newProduct(ledger.nextId(), now - 86_400_000),
          name: 'Theirs',
          slug: 'theirs',
          sku,
          status,
        });
      }
    }
  }

  /**
   * Performs the merchant's action that is configured to follow a write of ours, on the newest product that carries a
   * key.
   */
  function merchantActions(marked: string, now: number): void {
    const product = [...ledger.products.values()].findLast((each) => keyOf(each) !== null);
    if (!product) {
      return;
    }
    if (faults.injectFault('merchant-edit', marked)) {
      ledger.put({ ...product, name: 'Edited by the merchant', modified: now });
    }
    if (faults.injectFault('merchant-duplicate', marked)) {
      // The admin's "Duplicate" copies the marks too, and no SKU (from memory).
      const id = ledger.nextId();
      const name = `${product.name} (Copy)`;
      ledger.put({ ...product, id, name, sku: '', slug: '', status: 'draft', created: now, modified: now });
    }
    if (faults.injectFault('merchant-delete', marked)) {
      ledger.remove(product, now);
    }
  }

  return {
    ...front,
    settings,
    ledger,
    access: {
      connection: 'rest-keys',
      credentials: { consumerKey: settings.consumerKey, consumerSecret: settings.consumerSecret },
    },
    otherAccess: [
      {
        connection: 'application-password',
        credentials: { user: settings.user, applicationPassword: settings.applicationPassword },
      },
    ],
    async answer(request) {
      const route = routeOf(new URL(request.url));
      if (route === null || !isOfStore(request)) {
        return await front.answer(request);
      }
      return (
        (isOfReader(request) ? answerRest(request, practice()) : null) ?? (await answerStore(request, route))
      );
    },
    view() {
      ledger.catchUp(outside.now());
      return viewOf(ledger);
    },
  };
}

function viewOf(ledger: WooLedger): WooView {
  const products = [...ledger.products.values()].filter(
    ({ status, parent }) => parent === 0 && status !== 'trash',
  );
  const byKey = new Map<string, StoredProduct[]>();
  for (const product of products) {
    const key = keyOf(product);
    if (key !== null) {
      byKey.set(key, [...(byKey.get(key) ?? []), product]);
    }
  }
  const createdByKey = new Map<string, number>();
  for (const { action, key } of ledger.history) {
    if (action === 'create' && key !== null) {
      createdByKey.set(key, (createdByKey.get(key) ?? 0) + 1);
    }
  }
  return { products, byKey, createdByKey, history: ledger.history };
}

/** Reports whether a request is for the store's side: it signs in, writes, or queries the shop's identity. */
function isOfStore(request: Request): boolean {
  const { searchParams } = new URL(request.url);
  return (
    request.headers.has('authorization') ||
    request.method !== 'GET' ||
    searchParams.get('_fields')?.includes('home') === true ||
    routeOf(new URL(request.url)) === '/wp/v2/media' ||
    searchParams.has('consumer_key') ||
    searchParams.has('oauth_consumer_key')
  );
}

/** Reports whether a request comes from a client that collects from the practice shop by its keys. */
function isOfReader(request: Request): boolean {
  const { consumerKey, consumerSecret } = practiceKeys;
  return request.headers.get('authorization') === `Basic ${btoa(`${consumerKey}:${consumerSecret}`)}`;
}

function routeOf(url: URL): string | null {
  const named = url.searchParams.get('rest_route');
  return named ?? (url.pathname.startsWith('/wp-json/') ? url.pathname.slice('/wp-json'.length) : null);
}

function firstSku(body: unknown): string | null {
  const rows = isObject(body) ? [body, ...itemsOf(body.create), ...itemsOf(body.update)] : [];
  return (
    rows
      .filter(isObject)
      .map(({ sku }) => textOf(sku))
      .find((sku) => sku !== null) ?? null
  );
}

/** Returns the parsed JSON; undefined for invalid JSON, `{}` where nothing was sent. */
function jsonIn(text: string): unknown {
  try {
    return text === '' ? {} : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Returns the user without a key that does not exist any more: sent plainly it has no user, and a signature by it is
 * refused (its `perform_oauth_authentication`).
 */
function withoutKey(visitor: Visitor): Visitor {
  const problem = visitor.signed === null ? visitor.problem : 'Consumer key is invalid.';
  return { ...visitor, kind: 'nobody', may: 'nothing', signed: null, problem };
}

/**
 * WooCommerce has no rate limit of its own here; hosts and proxies before it do (`woocommerce/readme.md`, Rate limits).
 */
function limitReached(): Response {
  const body = { code: 'rest_rate_limited', message: 'Too many requests.', data: { status: 429 } };
  return Response.json(body, { status: 429, headers: { 'retry-after': '2' } });
}

function refusedBefore(status: number): Response {
  return new Response('<html><body>The server is busy.</body></html>', {
    status,
    headers: { 'content-type': 'text/html', ...(status === 429 && { 'retry-after': '2' }) },
  });
}
