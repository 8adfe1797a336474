import type { ErrorCode } from '@bowerbird/contract/errors';
import { termName } from '../../listing/dependencies.ts';
import { rejectionCode, rejectionParams } from '../../listing/rejection-code.ts';
import type { ListerContext, StoreAccess } from '../../listing/store/access.ts';
import { type RestAnswer, saidIn } from '../../listing/wordpress/client.ts';
import type { Outcome, StoreFault, ToCreate, ToUpdate } from '../../listing/writes.ts';
import { isToBeSeen } from '../../listing/writes.ts';
import { isObject, itemsOf, wholeOf } from '../../reading/unread.ts';
import { call, failureOf } from './client.ts';
import { postContent } from './content.ts';
import { seenOf } from './seen.ts';
import { termsOf } from './terms.ts';

/** One write in a batch. */
interface Part {
  method: 'POST' | 'DELETE';
  path: string;
  body?: object;
}

/**
 * Creates drafts with the key as slug: whatever happens to the request, no reader sees them, and the key finds them.
 */
export function create(
  items: readonly ToCreate[],
  store: StoreAccess,
  context: ListerContext,
): Promise<Outcome[]> {
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

/** Writes new content by id. Visibility and slug stay unchanged. */
export function update(
  items: readonly ToUpdate[],
  store: StoreAccess,
  context: ListerContext,
): Promise<Outcome[]> {
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

/** Gives posts their own slug, and publishes those that should be visible. */
export function publish(
  items: readonly ToUpdate[],
  store: StoreAccess,
  context: ListerContext,
): Promise<Outcome[]> {
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

/** Moves posts to the trash, from which a person can restore them. */
export function remove(
  ids: readonly string[],
  store: StoreAccess,
  context: ListerContext,
): Promise<Outcome[]> {
  return sendAll(
    ids.map((id) => ({ method: 'DELETE', path: `/wp/v2/posts/${id}` })),
    store,
    context,
  );
}

function contentOf(item: ToCreate): object {
  const { product, library, terms } = item;
  const featured = library?.get(product.images[0]?.url ?? '');
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

/** Sends all writes in one request; each has its own outcome (`readme.md`, Writing products). */
export async function sendAll(
  parts: readonly Part[],
  store: StoreAccess,
  context: ListerContext,
): Promise<Outcome[]> {
  const answer = await call(
    { method: 'POST', route: '/batch/v1', json: { requests: parts } },
    store,
    context,
    { gated: true },
  );
  const whole = outcomeOfAll(answer);
  if (whole !== null) {
    return parts.map(() => whole);
  }
  const responses = itemsOf(answer.kind === 'json' && isObject(answer.body) ? answer.body.responses : null);
  return await Promise.all(parts.map(({ method }, at) => outcomeOf(responses[at], method)));
}

/**
 * Statuses with which WordPress refuses a complete batch (`readme.md`, Credentials; Writing products; Errors). Other
 * statuses of this class may also come from an intermediate server, even after the batch was applied: 408, 409, 425,
 * 429.
 */
const sureStatuses: ReadonlySet<number> = new Set([400, 401, 403, 404, 405, 413, 415]);

/** Returns the common outcome of all writes in a batch; null when each has its own. */
function outcomeOfAll(answer: RestAnswer): Outcome | null {
  if (answer.kind === 'unclear') {
    return { outcome: 'unknown', because: answer.because };
  }
  const { status, body } = answer;
  if (status === 207 && isObject(body) && Array.isArray(body.responses)) {
    return null;
  }
  // The batch itself was refused, with a named error, before any part of it was processed.
  const isOwn = saidIn(body) !== null && failureOf(status, body).code !== 'store.blocked-us';
  return sureStatuses.has(status) && isOwn
    ? refused(status, body)
    : { outcome: 'unknown', because: `HTTP ${status}` };
}

async function outcomeOf(response: unknown, method: Part['method']): Promise<Outcome> {
  const status = isObject(response) ? wholeOf(response.status) : null;
  const body = isObject(response) ? response.body : null;
  if (status === null) {
    return { outcome: 'unknown', because: 'the batch tells nothing of this one' };
  }
  if (status < 300) {
    const seen = await seenOf(body);
    if (seen === null) {
      return { outcome: 'unknown', because: 'an answer without a post' };
    }
    const { storeProductId, version, hash, address, status: state } = seen;
    // A trashed post accepts new content without showing it to anybody.
    return state === 'trash' && method !== 'DELETE'
      ? { outcome: 'missing' }
      : { outcome: 'applied', storeProductId, version, hash, address, notes: [] };
  }
  const said = saidIn(body);
  if (said?.code === 'rest_post_invalid_id' || said?.code === 'rest_already_trashed') {
    return { outcome: 'missing' };
  }
  const isSure = said !== null && (status < 500 || said.code === 'db_insert_error');
  return isSure ? refused(status, body) : { outcome: 'unknown', because: `HTTP ${status}` };
}

/** Fields of a post, with their names in our product. */
const ours: Record<string, string> = {
  title: 'title',
  content: 'descriptionHtml',
  slug: 'handle',
  excerpt: 'seo',
};

function refused(status: number, body: unknown): Outcome {
  const failure = failureOf(status, body);
  const said = saidIn(body);
  const data = isObject(body) && isObject(body.data) && isObject(body.data.params) ? body.data.params : {};
  const [named = ''] = Object.keys(data);
  const field =
    said?.code === 'db_insert_error' || said?.code === 'empty_content' ? 'title' : (ours[named] ?? null);
  // An item of a batch was judged by the site itself, whatever its status.
  const isOfItem = failure.code === 'store.unwell' || failure.code === 'store.blocked-us';
  const code: ErrorCode = isOfItem ? 'store.rejected-product' : failure.code;
  const words = said?.message ?? '';
  const fault: StoreFault = {
    code: code === 'store.rejected-product' ? rejectionCode(words, field) : code,
    params: rejectionParams(words, field),
    field,
    said: words,
  };
  return {
    outcome: 'refused',
    faults: [fault],
    answer: { status, code: said?.code ?? '', message: said?.message ?? '' },
  };
}
