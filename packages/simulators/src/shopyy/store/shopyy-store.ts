import type { Outside } from '../../simulation.ts';
import { type Faults, faultNumber } from '../../simulation-faults.ts';
import { Bucket } from '../../store/bucket.ts';
import { type AppRequest, answerFaultily, beforeAnswering } from '../../store/faulty-store.ts';
import { type ApiRequest, type ApiShop, apiAnswer, type Envelope } from './api.ts';
import type { ProductChange, ShopyyLedger } from './ledger.ts';
import { merchantActions, unmanagedHolds } from './merchant.ts';
import type { StoredProduct } from './record.ts';

/** Settings of a simulated Shopyy shop. Where the real behaviour is only assumed, both variants can be chosen. */
export interface ShopyySettings {
  token: string;
  storeId: number;
  /** Requests per second and at once; the platform publishes no limits (`shopyy/readme.md`, Rate limits). */
  rate: { perSecond: number; burst: number };
  /**
   * Whether images are shown from the platform's own addresses, named by their content (`shopyy/readme.md`, Recognising
   * a shop; assumed).
   */
  rehostsImages: boolean;
}

/** The part of a simulated Shopyy shop that apps write to. */
export class ShopyyStore {
  readonly #ledger: ShopyyLedger;
  readonly #settings: ShopyySettings;
  readonly #faults: Faults;
  readonly #outside: Outside;
  readonly #bucket: Bucket;

  constructor(ledger: ShopyyLedger, settings: ShopyySettings, faults: Faults, outside: Outside) {
    this.#ledger = ledger;
    this.#settings = settings;
    this.#faults = faults;
    this.#outside = outside;
    this.#bucket = new Bucket(settings.rate.burst, settings.rate.perSecond, outside.now());
  }

  async answer(request: Request): Promise<Response> {
    const url = new URL(request.url);
    const text = await request.text();
    const marked = `${request.method} ${url.pathname} ${text}`;
    const requested: ApiRequest = {
      method: request.method,
      path: url.pathname,
      query: url.searchParams,
      body: jsonIn(text),
    };
    const parts = {
      faults: this.#faults,
      outside: this.#outside,
      later: (at: number, work: (at: number) => void) => this.#ledger.later(at, work),
      limitReached: () => Response.json(limitReached),
    };
    const trouble = await beforeAnswering(marked, parts, busy);
    if (trouble) {
      return trouble;
    }
    const isWrite = request.method !== 'GET';
    const refusal = this.#refusal(request, requested, marked, isWrite);
    if (refusal) {
      return Response.json(refusal);
    }
    const apply: AppRequest['apply'] = (at) =>
      Response.json(this.#applied(requested, url.origin, marked, at));
    return answerFaultily({ marked, isWrite, apply }, parts);
  }

  /** Returns a refusal before anything is done: checks the token, its permissions and the rate limit. */
  #refusal(
    request: Request,
    { path, method }: ApiRequest,
    marked: string,
    isWrite: boolean,
  ): Envelope | null {
    const wrongToken = request.headers.get('token') !== this.#settings.token;
    if (wrongToken || this.#faults.injectFault('token-revoked', marked)) {
      return { code: 401, msg: 'Token-Error', data: null };
    }
    if (!this.#bucket.take(1, this.#outside.now())) {
      return limitReached;
    }
    const missing = this.#faults
      .allInForce('scope-missing')
      .find(({ value }) => path.startsWith(`/${value}`));
    if (missing) {
      return { code: 503, msg: '权限验证失败', data: null };
    }
    // No daily limit is known: this message is invented (`shopyy/readme.md`, Rate limits).
    if (method === 'POST' && this.#faults.injectFault('daily-cap', marked)) {
      return { code: 1000, msg: '今日请求次数已达上限', data: null };
    }
    const refused = isWrite ? this.#faults.injectFault('refuse', marked) : null;
    return refused ? { code: 500, msg: String(refused.value ?? '系统繁忙'), data: null } : null;
  }

  #applied(requested: ApiRequest, origin: string, marked: string, at?: number): Envelope {
    const now = at ?? this.#outside.now();
    this.#ledger.catchUp(now);
    const isWrite = requested.method !== 'GET';
    if (isWrite && this.#faults.injectFault('acknowledged-only', marked)) {
      return { code: 0, msg: 'success', data: { id: 1 } };
    }
    const unmanaged = requested.method === 'POST' ? this.#faults.injectFault('unmanaged', marked) : null;
    if (unmanaged) {
      unmanagedHolds(String(unmanaged.value ?? ''), requested.body, this.#ledger, now);
    }
    const answer = apiAnswer(requested, this.#shop(origin, marked, now));
    const though = isWrite ? this.#faults.injectFault('refused-though-applied', marked) : null;
    return though ? { code: faultNumber(though, 500), msg: '系统繁忙', data: null } : answer;
  }

  #shop(origin: string, marked: string, now: number): ApiShop {
    const stale = this.#faults.inForce('stale-reads');
    return {
      origin,
      now,
      storeId: this.#settings.storeId,
      ledger: this.#ledger,
      rehost: this.#settings.rehostsImages ? rehosted : (src) => src,
      isListed: ({ createdAt }) => stale === null || createdAt <= now - faultNumber(stale, 60_000),
      kept: (change) => this.#kept(change, marked),
      written: (product: StoredProduct) => {
        if (stale) {
          this.#faults.injectFault('stale-reads', marked);
        }
        merchantActions(product, { ledger: this.#ledger, faults: this.#faults, marked, now });
      },
    };
  }

  #kept(change: ProductChange, marked: string): ProductChange {
    const dropped = this.#faults.injectFault('drops-field', marked);
    const partial = this.#faults.injectFault('partial', marked);
    const suffixed = this.#faults.injectFault('suffix-handle', marked);
    return {
      ...change,
      ...(dropped && emptied(String(dropped.value ?? 'vendor'))),
      ...(partial && { variants: [], options: [], images: [] }),
      ...(suffixed && { handle: `${change.handle}-1` }),
    };
  }
}

/** Too many requests at once (`shopyy/readme.md`, Rate limits). */
const limitReached: Envelope = { code: 1000, msg: '请求过于频繁', data: null };

/** Returns the value of a field that the store dropped. */
function emptied(field: string): Partial<ProductChange> {
  const listsOf = ['images', 'variants', 'tags', 'collections', 'metaKeywords'];
  return { [field]: listsOf.includes(field) ? [] : '' };
}

/** Returns the same address for the same image: the platform names files by their content. */
function rehosted(src: string): string {
  if (src.startsWith('https://cdn.staticsoe.com/')) {
    return src;
  }
  let mark = 2_166_136_261;
  for (const letter of src) {
    mark = Math.imul(mark ^ letter.charCodeAt(0), 16_777_619) >>> 0;
  }
  return `https://cdn.staticsoe.com/pics/${mark.toString(16).padStart(8, '0').repeat(8)}.jpg`;
}

function busy(status: number): Response {
  return new Response('<html><body>busy</body></html>', { status, headers: { 'content-type': 'text/html' } });
}

function jsonIn(text: string): unknown {
  try {
    return text === '' ? {} : JSON.parse(text);
  } catch {
    return undefined;
  }
}
