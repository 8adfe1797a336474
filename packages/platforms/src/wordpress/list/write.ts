import type { ErrorCode } from '@bowerbird/contract/errors';
import { termName } from '../../listing/besides.ts';
import { rejectionCode, rejectionParams } from '../../listing/rejection-code.ts';
import type { ListerContext, StoreAccess } from '../../listing/store.ts';
import { type RestAnswer, saidIn } from '../../listing/wordpress-client.ts';
import type { Fate, StoreFault, ToCreate, ToUpdate } from '../../listing/writes.ts';
import { isToBeSeen } from '../../listing/writes.ts';
import { isObject, itemsOf, wholeOf } from '../../unread.ts';
import { ask, failureOf } from './client.ts';
import { postContent } from './content.ts';
import { seenOf } from './seen.ts';
import { termsOf } from './terms.ts';

/** One write among those of a batch. */
interface Part {
  method: 'POST' | 'DELETE';
  path: string;
  body?: object;
}

/** Drafts under the key for a slug: whatever becomes of the request, no reader sees them, and the key finds them. */
export function create(
  items: readonly ToCreate[],
  store: StoreAccess,
  context: ListerContext,
): Promise<Fate[]> {
  return sendAll(
    items.map((item) => ({
      method: 'POST',
      path: '/wp/v2/posts',
      body: { ...contentOf(item), slug: item.key, status: 'draft' },
    })),
    store,
    context,
  );
}

/** New content by id. What people see of it, and under which address, stays as it is. */
export function update(
  items: readonly ToUpdate[],
  store: StoreAccess,
  context: ListerContext,
): Promise<Fate[]> {
  return sendAll(
    items.map((item) => ({
      method: 'POST',
      path: `/wp/v2/posts/${item.storeProductId}`,
      body: contentOf(item),
    })),
    store,
    context,
  );
}

/** Gives posts their own address, and shows those that are to be seen. */
export function publish(
  items: readonly ToUpdate[],
  store: StoreAccess,
  context: ListerContext,
): Promise<Fate[]> {
  return sendAll(
    items.map(({ storeProductId, product, options }) => ({
      method: 'POST',
      path: `/wp/v2/posts/${storeProductId}`,
      body: { slug: product.handle, status: isToBeSeen(options) ? 'publish' : 'draft' },
    })),
    store,
    context,
  );
}

/** Into the trash, from where a person can take them back. */
export function remove(ids: readonly string[], store: StoreAccess, context: ListerContext): Promise<Fate[]> {
  return sendAll(
    ids.map((id) => ({ method: 'DELETE', path: `/wp/v2/posts/${id}` })),
    store,
    context,
  );
}

function contentOf(item: ToCreate): object {
  const { product, library, terms } = item;
  const featured = library?.get(product.pictures[0]?.url ?? '');
  const ids = (kind: 'category' | 'tag') =>
    termsOf(product)
      .filter((term) => term.kind === kind)
      .flatMap((term) => terms?.get(termName(term)) ?? [])
      .map(Number);
  return {
    title: product.title,
    content: postContent(item),
    excerpt: product.seo.description ?? '',
    ...(terms !== undefined && { categories: ids('category'), tags: ids('tag') }),
    ...(featured !== undefined && { featured_media: Number(featured.id) }),
  };
}

/** All in one request; each has a fate of its own (`readme.md`, Writing products). */
export async function sendAll(
  parts: readonly Part[],
  store: StoreAccess,
  context: ListerContext,
): Promise<Fate[]> {
  const answer = await ask(
    { method: 'POST', route: '/batch/v1', json: { requests: parts } },
    store,
    context,
    { gated: true },
  );
  const whole = fateOfAll(answer);
  if (whole !== null) {
    return parts.map(() => whole);
  }
  const responses = itemsOf(answer.kind === 'json' && isObject(answer.body) ? answer.body.responses : null);
  return await Promise.all(parts.map(({ method }, at) => fateOf(responses[at], method)));
}

/**
 * Statuses by which WordPress turns a batch away as a whole (`readme.md`, Credentials; Writing products; Errors). Others of the
 * kind come from what stands before it as well, and after it was applied: 408, 409, 425, 429.
 */
const sureStatuses: ReadonlySet<number> = new Set([400, 401, 403, 404, 405, 413, 415]);

/** What the answer says of all of them alike; null when each has its own. */
function fateOfAll(answer: RestAnswer): Fate | null {
  if (answer.kind === 'unclear') {
    return { fate: 'doubt', because: answer.because };
  }
  const { status, body } = answer;
  if (status === 207 && isObject(body) && Array.isArray(body.responses)) {
    return null;
  }
  // The batch as such was turned away, by name, before any of it was looked at.
  return sureStatuses.has(status) && saidIn(body) !== null
    ? refused(status, body)
    : { fate: 'doubt', because: `HTTP ${status}` };
}

async function fateOf(response: unknown, method: Part['method']): Promise<Fate> {
  const status = isObject(response) ? wholeOf(response.status) : null;
  const body = isObject(response) ? response.body : null;
  if (status === null) {
    return { fate: 'doubt', because: 'the batch tells nothing of this one' };
  }
  if (status < 300) {
    const seen = await seenOf(body);
    if (seen === null) {
      return { fate: 'doubt', because: 'an answer without a post' };
    }
    const { storeProductId, version, hash, address, status: state } = seen;
    // What was thrown away takes new content, and shows it to nobody.
    return state === 'trash' && method !== 'DELETE'
      ? { fate: 'missing' }
      : { fate: 'applied', storeProductId, version, hash, address, notes: [] };
  }
  const said = saidIn(body);
  if (said?.code === 'rest_post_invalid_id' || said?.code === 'rest_already_trashed') {
    return { fate: 'missing' };
  }
  const isSure = said !== null && (status < 500 || said.code === 'db_insert_error');
  return isSure ? refused(status, body) : { fate: 'doubt', because: `HTTP ${status}` };
}

/** Fields of a post, as they are called in a product. */
const ours: Record<string, string> = {
  title: 'title',
  content: 'descriptionHtml',
  slug: 'handle',
  excerpt: 'seo',
};

function refused(status: number, body: unknown): Fate {
  const failure = failureOf(status, body);
  const said = saidIn(body);
  const data = isObject(body) && isObject(body.data) && isObject(body.data.params) ? body.data.params : {};
  const [named = ''] = Object.keys(data);
  const field =
    said?.code === 'db_insert_error' || said?.code === 'empty_content' ? 'title' : (ours[named] ?? null);
  const code: ErrorCode = failure.code === 'store.unwell' ? 'store.rejected-product' : failure.code;
  const words = said?.message ?? '';
  const fault: StoreFault = {
    code: code === 'store.rejected-product' ? rejectionCode(words, field) : code,
    params: rejectionParams(words, field),
    field,
    said: words,
  };
  return {
    fate: 'refused',
    faults: [fault],
    answer: { status, code: said?.code ?? '', message: said?.message ?? '' },
  };
}
