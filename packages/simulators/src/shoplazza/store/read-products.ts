import { faultNumber } from '../../simulation-faults.ts';
import type { RestAnswer } from '../../store/rest-answers.ts';
import { numberOf } from '../forms.ts';
import { stated, wrong } from './answers.ts';
import { productForm, variantForm } from './forms.ts';
import type { StoredProduct } from './ledger.ts';
import type { Applying } from './merge-product.ts';

const pageMax = 250;

/**
 * Answers `GET /products`: newest first, then by cursor (`shoplazza/readme.md`, Versions and answers). Filtering by
 * handle works from 2025-06 on.
 */
export function listProducts(query: URLSearchParams, on: Applying): RestAnswer {
  const perPage = Number(query.get('per_page') ?? query.get('limit') ?? 50);
  if (!Number.isInteger(perPage) || perPage < 1 || perPage > pageMax) {
    return wrong({ per_page: [`must be less than or equal to ${pageMax}`] });
  }
  const found = [...known(on)].filter((product) => fits(product, query, on));
  const rising = query.get('sort_direction') === 'asc' ? 1 : -1;
  found.sort((one, other) => rising * (one.createdAt - other.createdAt || one.id - other.id));
  const cursor = query.get('cursor') ?? '';
  const from = cursor === '' ? 0 : found.findIndex(({ id }) => nameOf(id) === cursor) + 1;
  const page = found.slice(from, from + perPage);
  const last = page.at(-1);
  const more = last !== undefined && from + perPage < found.length;
  return stated(
    {
      cursor: more ? nameOf(last.id) : '',
      pre_cursor: '',
      products: page.map((product) => productForm(product, on.version)),
    },
    on.version,
  );
}

/** Answers `GET /products/sku/{sku}/variants`, which is always up to date. */
export function variantsBySku(sku: string, { ledger, version }: Applying): RestAnswer {
  const variants = [...ledger.products.values()].flatMap((product) =>
    product.variants.flatMap((variant, at) =>
      variant.sku === sku ? [variantForm(variant, at, product, version)] : [],
    ),
  );
  return stated({ variants }, version);
}

export function countProducts(query: URLSearchParams, on: Applying): RestAnswer {
  return stated({ count: [...known(on)].filter((product) => fits(product, query, on)).length }, on.version);
}

/** Returns the products that lists contain: with `stale-reads`, no recent ones. */
function known({ ledger, faults, now }: Applying): Iterable<StoredProduct> {
  const stale = faults.inForce('stale-reads');
  const until = now - (stale ? faultNumber(stale, 60_000) : 0);
  return stale
    ? [...ledger.products.values()].filter(({ createdAt }) => createdAt <= until)
    : ledger.products.values();
}

function fits(product: StoredProduct, query: URLSearchParams, { version }: Applying): boolean {
  const list = (name: string) => {
    const given = query.getAll(name).flatMap((value) => value.split(','));
    return given.length === 0 ? null : given;
  };
  const ids = list('ids')?.map(numberOf);
  const spus = list('spus');
  const handles = version === '2022-01' ? null : list('handles');
  const since = query.get('created_at_min');
  const state = query.get('published_status') ?? 'any';
  const collection = query.get('collection_id');
  return (
    (!ids || ids.includes(product.id)) &&
    (!spus || spus.includes(product.spu)) &&
    (!handles || handles.includes(product.handle)) &&
    (since === null || product.createdAt >= Date.parse(since)) &&
    (state === 'any' || product.published === (state === 'published')) &&
    (collection === null || product.collections.includes(numberOf(collection) ?? 0))
  );
}

function nameOf(id: number): string {
  return btoa(`cursor#${id}`);
}
