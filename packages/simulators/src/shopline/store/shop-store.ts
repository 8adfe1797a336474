import { realOutside, type Simulation, type SimulationOptions } from '../../simulation.ts';
import { type FaultKind, faultNumber } from '../../simulation-faults.ts';
import { Bucket } from '../../store/bucket.ts';
import { answerFaultily, beforeAnswering } from '../../store/faulty-store.ts';
import { joinedCatalog } from '../../storefront/catalog.ts';
import { simulatedShop } from '../../storefront/simulated-shop.ts';
import { shoplineRoutes } from '../shop.ts';
import type { StoreAdmin } from './admin.ts';
import { refusal, type StoreAnswer } from './answers.ts';
import { type AppRequest, storeAnswer } from './api.ts';
import { ShoplineLedger } from './ledger.ts';
import { ledgerCatalog } from './ledger-catalog.ts';
import { afterWrite, beforeWrite } from './merchant.ts';
import { keyOf, type StoredProduct } from './record.ts';
import { type StoreSettings, storeSettings } from './settings.ts';

export interface ShoplineStoreOptions extends SimulationOptions {
  store?: Partial<StoreSettings>;
}

/** The simulator state as a judge reads it. */
export interface ShoplineView {
  products: readonly StoredProduct[];
  byKey: ReadonlyMap<string, readonly StoredProduct[]>;
  /** Number of products ever created under a key. */
  createdByKey: ReadonlyMap<string, number>;
  history: ShoplineLedger['history'];
}

export interface SimulatedShoplineStore extends Simulation {
  settings: StoreSettings;
  ledger: ShoplineLedger;
  /** Returns the state after applying everything that is due by now. */
  view(): ShoplineView;
}

const apiPath = /^\/admin\/openapi\/v\d{8}\/(.*)$/;

/**
 * Creates a simulated SHOPLINE store: what shoppers see and what apps write to through the open API, with one shared
 * state.
 */
export function createShoplineStore(options: ShoplineStoreOptions): SimulatedShoplineStore {
  const outside = options.outside ?? realOutside;
  const settings = storeSettings(options.name, options.store);
  const ledger = new ShoplineLedger();
  const front = simulatedShop('shopline', options, ({ title, faults: stated, catalog }) =>
    shoplineRoutes(options.name, title, stated, () => {
      ledger.catchUp(outside.now());
      return joinedCatalog(ledgerCatalog(ledger, settings), catalog());
    }),
  );
  const { faults } = front;
  // Capacity 40, drained at 4 per second, per app and store (`shopline/readme.md`, Rate limits).
  const bucket = new Bucket(40, 4, outside.now());

  function adminAt(now: number, origin: string, marked: string, isWrite: boolean): StoreAdmin {
    const stale = faults.inForce('stale-reads');
    const scopeless = faults.allInForce('scope-missing').map(({ value }) => String(value));
    return {
      ledger,
      settings: { ...settings, scopes: settings.scopes.filter((scope) => !scopeless.includes(scope)) },
      origin,
      now,
      handleRule: !isWrite
        ? 'refused'
        : faults.injectFault('suffix-handle', marked)
          ? 'suffixed'
          : faults.injectFault('double-handle', marked)
            ? 'doubled'
            : 'refused',
      keepsLists: faults.inForce('keeps-lists') !== null,
      isListed: ({ createdAt }) => stale === null || createdAt <= now - faultNumber(stale, 5000),
      reaches: (source) => settings.reaches(source),
      injectFault: (kind: FaultKind) => faults.injectFault(kind, marked),
    };
  }

  async function answerApp(request: Request, path: string): Promise<Response> {
    const url = new URL(request.url);
    const text = await request.text();
    const marked = `${request.method} ${path}${url.search} ${text}`;
    const revoked = faults.injectFault('token-revoked', marked) !== null;
    const body = jsonIn(text);
    const params: AppRequest = {
      method: request.method,
      path,
      query: url.searchParams,
      body,
      token: revoked
        ? null
        : (/^Bearer (\S+)$/.exec(request.headers.get('authorization') ?? '')?.[1] ?? null),
    };
    const parts = {
      faults,
      outside,
      later: (at: number, work: (at: number) => void) => ledger.later(at, work),
      limitReached,
    };
    const trouble = await beforeAnswering(marked, parts, gatewayPage);
    if (trouble) {
      return trouble;
    }
    if (settings.pace === 'faithful' && !bucket.take(1, outside.now())) {
      return limitReached();
    }
    const isWrite = request.method !== 'GET';
    const refused = isWrite ? faults.injectFault('refuse', marked) : null;
    if (refused) {
      return toResponse(refusal(faultNumber(refused, 422), 'The request was refused.'));
    }
    const apply = (at?: number) => {
      const now = at ?? outside.now();
      ledger.catchUp(now);
      if (isWrite) {
        beforeWrite(marked, body, faults, ledger, now);
      }
      const answer =
        body === undefined
          ? refusal(400, 'The JSON is invalid.')
          : storeAnswer(params, adminAt(now, url.origin, marked, isWrite));
      if (isWrite) {
        afterWrite(marked, faults, ledger, now);
      }
      return toResponse(answer);
    };
    return answerFaultily({ marked, isWrite, apply }, parts);
  }

  return {
    ...front,
    settings,
    ledger,
    access: { connection: 'token', credentials: { token: settings.token } },
    answer(request) {
      const path = apiPath.exec(new URL(request.url).pathname)?.[1];
      return path === undefined ? front.answer(request) : answerApp(request, path);
    },
    view() {
      ledger.catchUp(outside.now());
      return viewOf(ledger);
    },
  };
}

function viewOf(ledger: ShoplineLedger): ShoplineView {
  const products = [...ledger.products.values()];
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

function toResponse({ status, body, headers = {} }: StoreAnswer): Response {
  const text = body === '' ? '' : JSON.stringify(body);
  return new Response(text, {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', traceid: 'practice', ...headers },
  });
}

/** Returns the answer from the vendor's page about the limit (shopline/readme.md). */
function limitReached(): Response {
  return toResponse({ ...refusal(429, 'Too many request'), headers: { 'retry-after': '1' } });
}

function gatewayPage(status: number): Response {
  return new Response('<html><body>The store is busy.</body></html>', {
    status,
    headers: { 'content-type': 'text/html', ...(status === 429 && { 'retry-after': '2' }) },
  });
}

/** Returns undefined for text that should be JSON and is not; `{}` for an empty body. */
function jsonIn(text: string): unknown {
  try {
    return text === '' ? {} : JSON.parse(text);
  } catch {
    return undefined;
  }
}
