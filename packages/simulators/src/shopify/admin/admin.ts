import type { Outside } from '../../simulation.ts';
import type { Faults } from '../../simulation-faults.ts';
import { Bucket } from '../../store/bucket.ts';
import { answerFaultily, beforeAnswering, type FaultyParts } from '../../store/faulty-store.ts';
import { answerFile, resultsPath, stagedPath } from '../bulk/bulk-files.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { schemaVersion } from '../schema.ts';
import type { StoreSettings } from '../settings.ts';
import { Access } from './access.ts';
import type { AdminContext, AnswerBody } from './admin-context.ts';
import {
  isWrite,
  type Prepared,
  prepare,
  preparedRead,
  prepareLine,
  run,
  runAlone,
  workingMs,
} from './execute.ts';
import { limitReached, storeRefusals } from './refusals.ts';

const versions = ['2025-10', '2026-01', '2026-04', '2026-07', schemaVersion];

/** The Admin side of a store: GraphQL and the token exchange. */
export class Admin {
  readonly #ledger: Ledger;
  readonly #settings: StoreSettings;
  readonly #faults: Faults;
  readonly #outside: Outside;
  readonly #access: Access;
  readonly #bucket: Bucket;

  constructor(ledger: Ledger, settings: StoreSettings, faults: Faults, outside: Outside) {
    this.#ledger = ledger;
    this.#settings = settings;
    this.#faults = faults;
    this.#outside = outside;
    this.#access = new Access(settings, outside);
    this.#bucket = new Bucket(settings.bucket.maximum, settings.bucket.restoreRate, outside.now());
  }

  async answer(request: Request): Promise<Response> {
    const url = new URL(request.url);
    if (url.pathname.startsWith(stagedPath) || url.pathname.startsWith(resultsPath)) {
      const trouble = await beforeAnswering(url.pathname, this.#parts(), storeRefusals);
      return trouble ?? (await answerFile(request, this.#ledger, this.#parts()));
    }
    const text = request.method === 'POST' ? await request.clone().text() : '';
    const marked = `${url.pathname} ${text}`;
    const trouble = await beforeAnswering(marked, this.#parts(), storeRefusals);
    if (trouble) {
      return trouble;
    }
    if (url.pathname === '/admin/oauth/access_token' && request.method === 'POST') {
      return await this.#access.exchange(request);
    }
    const requested = /^\/admin\/api\/(?<version>[\w-]+)\/graphql\.json$/.exec(url.pathname)?.groups?.version;
    const version = servedVersion(requested);
    if (!version || request.method !== 'POST') {
      return storeRefusals(404);
    }
    if (
      this.#faults.injectFault('token-revoked', marked) ||
      !this.#access.accepts(request.headers.get('x-shopify-access-token'))
    ) {
      return storeRefusals(401);
    }
    return await this.#graphql(text, url.origin, version);
  }

  async #graphql(text: string, origin: string, version: string): Promise<Response> {
    let body: unknown;
    try {
      body = JSON.parse(text);
    } catch {
      return storeRefusals(400);
    }
    const respond = (answer: AnswerBody) =>
      Response.json(answer, {
        headers: { 'x-shopify-api-version': version, 'x-request-id': crypto.randomUUID() },
      });
    const prepared = prepare(body);
    if (!('document' in prepared)) {
      return respond(prepared);
    }
    const apply = (at?: number) => respond(this.#apply(prepared, origin, text, at));
    const takesMs = workingMs(prepared, this.#settings.productSet);
    return await answerFaultily({ marked: text, isWrite: isWrite(prepared), apply, takesMs }, this.#parts());
  }

  /** Runs the request against the present simulator state. */
  #apply(prepared: Prepared, origin: string, text: string, now = this.#outside.now()): AnswerBody {
    this.#ledger.catchUp(now);
    const context = this.#context(origin, text, now);
    return run(prepared, this.#settings.pace === 'faithful' ? this.#bucket : null, context);
  }

  #context(origin: string, text: string, now: number): AdminContext {
    const missing = this.#faults.allInForce('scope-missing').map(({ value }) => String(value));
    return {
      ledger: this.#ledger,
      settings: this.#settings,
      faults: this.#faults,
      scopes: new Set(this.#settings.access.scopes.filter((scope) => !missing.includes(scope))),
      now,
      origin,
      text,
      runLine: (mutation, line, at) => {
        const prepared = prepareLine(mutation, line);
        return 'document' in prepared
          ? runAlone(prepared, this.#context(origin, `${mutation} ${line}`, at))
          : prepared;
      },
      runRead: (document, variables, at) =>
        runAlone(preparedRead(document, variables), this.#context(origin, text, at)),
    };
  }

  #parts(): FaultyParts {
    return {
      faults: this.#faults,
      outside: this.#outside,
      later: (at, work) => this.#ledger.later(at, work),
      limitReached,
    };
  }
}

/**
 * Returns the version that really runs: one that is too old falls forward to the oldest there is; an unknown one is not
 * found.
 */
function servedVersion(requested: string | undefined): string | null {
  if (requested === undefined || !/^\d{4}-(01|04|07|10)$/.test(requested)) {
    return null;
  }
  if (versions.includes(requested)) {
    return requested;
  }
  return requested < (versions[0] ?? '') ? (versions[0] ?? null) : null;
}
