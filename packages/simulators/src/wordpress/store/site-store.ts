import type { Outside } from '../../simulation.ts';
import { type Faults, faultNumber } from '../../simulation-faults.ts';
import { answerFaultily, beforeAnswering } from '../../store/faulty-store.ts';
import type { RestAnswer } from '../../store/rest-answers.ts';
import { readRequest, type SiteSettings, storeAnswer } from './api.ts';
import { keyIn, type SiteLedger, type StoredPost } from './ledger.ts';

/** The part of a simulated WordPress site that its owner's programs write to. */
export class SiteStore {
  readonly #ledger: SiteLedger;
  readonly #settings: SiteSettings;
  readonly #faults: Faults;
  readonly #outside: Outside;

  constructor(ledger: SiteLedger, settings: SiteSettings, faults: Faults, outside: Outside) {
    this.#ledger = ledger;
    this.#settings = settings;
    this.#faults = faults;
    this.#outside = outside;
  }

  async answer(request: Request, route: string): Promise<Response> {
    const revoked = this.#faults.injectFault('token-revoked', route) !== null;
    const requested = await readRequest(request, route, this.#settings);
    const parts = {
      faults: this.#faults,
      outside: this.#outside,
      later: (at: number, work: (at: number) => void) => this.#ledger.later(at, work),
      limitReached,
    };
    const trouble = await beforeAnswering(requested.marked, parts, refusedBefore);
    if (trouble) {
      return trouble;
    }
    const apply = (at?: number) => {
      const now = at ?? this.#outside.now();
      this.#ledger.catchUp(now);
      const stale = this.#faults.inForce('stale-reads');
      const answer = storeAnswer(
        { ...requested, visitor: revoked ? null : requested.visitor },
        { settings: this.#settings, ledger: this.#ledger, now, staleMs: stale && faultNumber(stale, 10_000) },
      );
      this.#merchantActions(requested.marked, now);
      return toResponse(answer);
    };
    return answerFaultily({ marked: requested.marked, isWrite: requested.method !== 'GET', apply }, parts);
  }

  /** Runs what the site's owner was configured to do right after a write of ours, on the newest post with a key. */
  #merchantActions(marked: string, now: number): void {
    const post = [...this.#ledger.posts.values()].findLast((each) => keyIn(each) !== null);
    if (!post) {
      return;
    }
    if (this.#faults.injectFault('merchant-edit', marked)) {
      this.#ledger.update(post, { title: 'Edited by the merchant' }, now);
    }
    if (this.#faults.injectFault('merchant-duplicate', marked)) {
      this.#ledger.create({ ...copyOf(post), title: `${post.title} (copy)` }, post.author, now);
    }
    if (this.#faults.injectFault('merchant-delete', marked)) {
      this.#ledger.remove(post);
    }
  }
}

function copyOf({ content, excerpt, categories, tags, featuredMedia }: StoredPost) {
  return { content, excerpt, categories, tags, featuredMedia, status: 'draft' as const };
}

function toResponse({ status, body, headers = {} }: RestAnswer): Response {
  return Response.json(body, { status, headers: { ...headers, 'x-robots-tag': 'noindex' } });
}

/** WordPress has no limit of its own; plugins and proxies answer in its format. */
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
