import { Bucket } from '../../../simulating/bucket.ts';
import { type AppRequest, answerFaultily, beforeAnswering } from '../../../simulating/faulty-store.ts';
import type { Outside } from '../../../simulation.ts';
import { type Faults, faultNumber } from '../../../simulation-faults.ts';
import { type ApiRequest, type ApiShop, apiAnswer, type Envelope } from './api.ts';
import type { ProductChange, ShopyyLedger } from './ledger.ts';
import { merchantActs, strangerHolds } from './merchant.ts';
import type { StoredProduct } from './record.ts';

/** What is set for a played Shopyy shop. Where the real one is only assumed, both answers can be chosen. */
export interface ShopyySettings {
  token: string;
  storeId: number;
  /** Requests a second, and at once; the platform publishes no figures (`readme.md`, Rate limits). */
  rate: { perSecond: number; burst: number };
  /**
   * Whether pictures are shown from the platform's own addresses, named by their content (`readme.md`, Recognising a shop;
   * assumed).
   */
  rehostsPictures: boolean;
}

/** The side of a played Shopyy shop that apps write to. */
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
    const asked: ApiRequest = {
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
    const refusal = this.#refusal(request, asked, marked, isWrite);
    if (refusal) {
      return Response.json(refusal);
    }
    const apply: AppRequest['apply'] = (at) => Response.json(this.#applied(asked, url.origin, marked, at));
    return answerFaultily({ marked, isWrite, apply }, parts);
  }

  /** What is said before anything is done: who asks, what they may, how often. */
  #refusal(
    request: Request,
    { path, method }: ApiRequest,
    marked: string,
    isWrite: boolean,
  ): Envelope | null {
    const wrongToken = request.headers.get('token') !== this.#settings.token;
    if (wrongToken || this.#faults.strike('token-revoked', marked)) {
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
    // No daily limit is known: its words are made up (`readme.md`, Rate limits).
    if (method === 'POST' && this.#faults.strike('daily-cap', marked)) {
      return { code: 1000, msg: '今日请求次数已达上限', data: null };
    }
    const refused = isWrite ? this.#faults.strike('refuse', marked) : null;
    return refused ? { code: 500, msg: String(refused.value ?? '系统繁忙'), data: null } : null;
  }

  #applied(asked: ApiRequest, origin: string, marked: string, at?: number): Envelope {
    const now = at ?? this.#outside.now();
    this.#ledger.catchUp(now);
    const isWrite = asked.method !== 'GET';
    if (isWrite && this.#faults.strike('acknowledged-only', marked)) {
      return { code: 0, msg: 'success', data: { id: 1 } };
    }
    const stranger = asked.method === 'POST' ? this.#faults.strike('stranger', marked) : null;
    if (stranger) {
      strangerHolds(String(stranger.value ?? ''), asked.body, this.#ledger, now);
    }
    const answer = apiAnswer(asked, this.#shop(origin, marked, now));
    const though = isWrite ? this.#faults.strike('refused-though-applied', marked) : null;
    return though ? { code: faultNumber(though, 500), msg: '系统繁忙', data: null } : answer;
  }

  #shop(origin: string, marked: string, now: number): ApiShop {
    const stale = this.#faults.inForce('stale-reads');
    return {
      origin,
      now,
      storeId: this.#settings.storeId,
      ledger: this.#ledger,
      rehost: this.#settings.rehostsPictures ? rehosted : (src) => src,
      isListed: ({ createdAt }) => stale === null || createdAt <= now - faultNumber(stale, 60_000),
      kept: (change) => this.#kept(change, marked),
      written: (product: StoredProduct) => {
        if (stale) {
          this.#faults.strike('stale-reads', marked);
        }
        merchantActs(product, { ledger: this.#ledger, faults: this.#faults, marked, now });
      },
    };
  }

  #kept(change: ProductChange, marked: string): ProductChange {
    const dropped = this.#faults.strike('drops-field', marked);
    const halfMade = this.#faults.strike('half-made', marked);
    const suffixed = this.#faults.strike('suffix-handle', marked);
    return {
      ...change,
      ...(dropped && emptied(String(dropped.value ?? 'vendor'))),
      ...(halfMade && { variants: [], options: [], images: [] }),
      ...(suffixed && { handle: `${change.handle}-1` }),
    };
  }
}

/** Too many requests at once (`readme.md`, Rate limits). */
const limitReached: Envelope = { code: 1000, msg: '请求过于频繁', data: null };

/** A field as it is when the store left it out. */
function emptied(field: string): Partial<ProductChange> {
  const listsOf = ['images', 'variants', 'tags', 'collections', 'metaKeywords'];
  return { [field]: listsOf.includes(field) ? [] : '' };
}

/** The same picture under the same address: the platform names files by their content. */
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
