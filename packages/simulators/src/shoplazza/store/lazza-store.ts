import type { Outside } from '../../simulation.ts';
import type { Faults } from '../../simulation-faults.ts';
import { Bucket } from '../../store/bucket.ts';
import { answerFaultily, beforeAnswering } from '../../store/faulty-store.ts';
import type { RestAnswer } from '../../store/rest-answers.ts';
import { numberOf } from '../forms.ts';
import { type StoreRequestBody, scopeOf, storeAnswer } from './api.ts';
import type { LazzaLedger } from './ledger.ts';
import { merchantActions, unmanagedComes } from './merchant.ts';
import { consent, grant } from './oauth.ts';
import type { StoreSettings, Version } from './settings.ts';

/** The part of a simulated Shoplazza store that apps write to. */
export class LazzaStore {
  readonly #ledger: LazzaLedger;
  readonly #settings: StoreSettings;
  readonly #faults: Faults;
  readonly #outside: Outside;
  readonly #buckets: Bucket[];
  /** Tokens granted by OAuth, in addition to the one in the settings. */
  readonly #granted = new Set<string>();

  constructor(ledger: LazzaLedger, settings: StoreSettings, faults: Faults, outside: Outside) {
    this.#ledger = ledger;
    this.#settings = settings;
    this.#faults = faults;
    this.#outside = outside;
    const { app, store } = settings.buckets;
    this.#buckets = [app, store].map(
      ({ maximum, restoreRate }) => new Bucket(maximum, restoreRate, outside.now()),
    );
  }

  async answer(request: Request): Promise<Response> {
    const url = new URL(request.url);
    if (url.pathname === '/admin/oauth/token') {
      return await grant(request, this.#settings, this.#granted, this.#outside.now());
    }
    if (url.pathname === '/admin/oauth/authorize') {
      return await consent(url, this.#settings);
    }
    const [, prefix = '', route = '/'] = /^\/openapi\/([^/]+)(\/.*)$/.exec(url.pathname) ?? [];
    const text = request.method === 'GET' ? '' : await request.text();
    const marked = `${request.method} ${url.pathname}${url.search} ${text}`;
    const parts = {
      faults: this.#faults,
      outside: this.#outside,
      later: (at: number, work: (at: number) => void) => this.#ledger.later(at, work),
      limitReached: () => tooMany(2),
    };
    const trouble = await beforeAnswering(marked, parts, busy);
    if (trouble) {
      return trouble;
    }
    const full = this.#full();
    if (full !== null) {
      return full;
    }
    const token = request.headers.get('access-token') ?? '';
    const isKnown = token === this.#settings.token || this.#granted.has(token);
    if (!isKnown || this.#faults.injectFault('token-revoked', marked)) {
      return toResponse({ status: 401, body: { errors: ['Unauthorized'] } });
    }
    const version = this.#settings.versions.find((one) => one === prefix);
    if (version === undefined) {
      return toResponse({ status: 404, body: { errors: ['Record not found'] } });
    }
    const requested = {
      method: request.method,
      route,
      version,
      query: url.searchParams,
      host: url.host,
      body: parsed(text),
      marked,
    };
    const forbidden = this.#forbidden(requested);
    if (forbidden !== null) {
      return forbidden;
    }
    const apply = (at?: number) => toResponse(this.#apply(requested, version, at));
    return answerFaultily({ marked, isWrite: requested.method !== 'GET', apply }, parts);
  }

  #apply(requested: StoreRequestBody, version: Version, at: number = this.#outside.now()): RestAnswer {
    this.#ledger.catchUp(at);
    const on = {
      ledger: this.#ledger,
      faults: this.#faults,
      version,
      now: at,
      marked: requested.marked,
    };
    if (requested.method === 'POST' && requested.route === '/products') {
      unmanagedComes(requested, on);
    }
    const refuse = requested.method === 'GET' ? null : this.#faults.injectFault('refuse', requested.marked);
    const answer = refuse
      ? { status: 422, body: { errors: [String(refuse.value ?? 'refused')] } }
      : storeAnswer(requested, on, this.#settings);
    const newest = this.#ledger.products.get(
      this.#ledger.history.findLast(({ key }) => key !== null)?.productId ?? 0,
    );
    if (requested.method !== 'GET' && newest) {
      merchantActions(newest, on);
    }
    return answer;
  }

  /** Reports a full bucket; both must have room (`shoplazza/readme.md`, Rate limits). */
  #full(): Response | null {
    const now = this.#outside.now();
    const waitMs = Math.max(...this.#buckets.map((bucket) => bucket.waitMs(1, now)));
    if (waitMs > 0) {
      return tooMany(Math.max(1, Math.ceil(waitMs / 1000)));
    }
    for (const bucket of this.#buckets) {
      bucket.take(1, now);
    }
    return null;
  }

  #forbidden(requested: StoreRequestBody): Response | null {
    const scope = scopeOf(requested);
    const taken = this.#faults.inForce('scope-missing')?.value;
    const has = this.#settings.scopes.includes(scope) && taken !== scope;
    // We assume that the permission is checked before the resource; the other order is a fault.
    if (!has && requested.method === 'PUT' && this.#faults.inForce('rights-last')) {
      const id = numberOf(requested.route.split('/')[2] ?? '') ?? 0;
      const isThere = this.#ledger.products.has(id) || this.#ledger.collections.has(id);
      return isThere ? forbidden(scope) : null;
    }
    return has ? null : forbidden(scope);
  }
}

function tooMany(seconds: number): Response {
  return Response.json(
    { errors: ['Too Many Requests'] },
    { status: 429, headers: { 'retry-after': String(seconds) } },
  );
}

function forbidden(scope: string): Response {
  return toResponse({
    status: 403,
    body: { errors: [`This action requires merchant approval for ${scope} scope.`] },
  });
}

function parsed(text: string): unknown {
  try {
    return text === '' ? {} : JSON.parse(text);
  } catch {
    return undefined;
  }
}

function toResponse({ status, body }: RestAnswer): Response {
  return Response.json(body, { status, headers: { 'request-id': crypto.randomUUID() } });
}

function busy(status: number): Response {
  return new Response('', { status, headers: status === 429 ? { 'retry-after': '2' } : {} });
}
