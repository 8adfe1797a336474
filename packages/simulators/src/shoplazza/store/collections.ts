import { isObject, textOf } from '@bowerbird/platforms/reading/unread';
import type { RestAnswer } from '../../store/rest-answers.ts';
import { numberOf } from '../forms.ts';
import { notFound, stated, wrong } from './answers.ts';
import { collectionForm } from './forms.ts';
import type { Applying } from './merge-product.ts';

/**
 * Answers `GET /collections`: matches part of a title; pages by number in 2022-01, by cursor later
 * (`shoplazza/readme.md`, Versions and answers).
 */
export function listCollections(query: URLSearchParams, { ledger, version }: Applying): RestAnswer {
  const title = query.get('title')?.toLowerCase() ?? '';
  const product = query.get('product_id');
  const within = product === null ? null : (ledger.products.get(numberOf(product) ?? 0)?.collections ?? []);
  const found = [...ledger.collections.values()].filter(
    (one) => one.title.toLowerCase().includes(title) && (within === null || within.includes(one.id)),
  );
  const old = version === '2022-01';
  const size = Number(query.get(old ? 'limit' : 'page_size') ?? 10);
  if (!Number.isInteger(size) || size < 1 || size > (old ? 250 : 100)) {
    return wrong({ [old ? 'limit' : 'page_size']: [`must be less than or equal to ${old ? 250 : 100}`] });
  }
  const from = old ? (Number(query.get('page') ?? 1) - 1) * size : Number(query.get('cursor') || 0);
  const collections = found.slice(from, from + size).map((one) => collectionForm(one, version));
  const more = from + size < found.length;
  return stated(
    old ? { collections } : { collections, cursor: more ? String(from + size) : '', has_more: more },
    version,
  );
}

export function createCollection(sent: unknown, { ledger, version, now }: Applying): RestAnswer {
  const title = isObject(sent) ? textOf(sent.title) : null;
  if (title === null) {
    return wrong({ title: ['必填'] });
  }
  return stated({ collection: collectionForm(ledger.addCollection(title, now), version) }, version);
}

/**
 * Answers collection updates. We change no collection; a request with a nonexistent id only shows whether the
 * permission exists.
 */
export function updateCollection(id: string, { ledger, version }: Applying): RestAnswer {
  const collection = ledger.collections.get(numberOf(id) ?? 0);
  return collection
    ? stated({ collection: collectionForm(collection, version) }, version)
    : notFound(version);
}
