import { isSame } from '@bowerbird/catalog/merge/same';
import { type Product, type ProductField, productFields } from '@bowerbird/catalog/product';
import type { FieldTrace } from '@bowerbird/contract/system/bench';

/** Largest part of one response's JSON that is searched, in values. */
const valuesMax = 200_000;

interface Place {
  path: (string | number)[];
}

/**
 * Searches for each field's value in the responses: first in the last response that mentions the product, and inside
 * the product's own part of it where that can be identified. A value that is found unchanged was surely read there; a
 * value that is not found was assembled or cleaned up.
 */
export function traceFields(product: Product, bodies: readonly string[]): FieldTrace[] {
  const answers = bodies
    .map((body, exchange) => ({ exchange, body, json: parsed(body) }))
    .filter(({ body }) => body.includes(product.handle))
    .reverse();
  return productFields.map((field) => {
    if (isAbsent(product, field)) {
      return { field, found: 'absent', exchange: null, place: null };
    }
    for (const answer of answers) {
      const whole = placeIn(answer, product, field, [product[field]]);
      const place = whole ?? placeIn(answer, product, field, partsOf(product, field));
      if (place !== null) {
        return { field, found: whole === null ? 'made' : 'exact', exchange: answer.exchange, place };
      }
    }
    return { field, found: 'made', exchange: null, place: null };
  });
}

interface Answer {
  exchange: number;
  body: string;
  json: unknown;
}

/** Returns where the first of these values is found. */
function placeIn(
  { body, json }: Answer,
  product: Product,
  field: ProductField,
  values: readonly unknown[],
): string | null {
  for (const value of values) {
    const place = json === undefined ? lineOf(body, value) : pathOf(json, product, field, value);
    if (place !== null) {
      return place;
    }
  }
  return null;
}

function parsed(body: string): unknown {
  if (!/^\s*[{[]/.test(body)) {
    return undefined;
  }
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

function isAbsent(product: Product, field: ProductField): boolean {
  const value = product[field];
  if (field === 'seo') {
    return product.seo.title === null && product.seo.description === null;
  }
  return value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

/** Returns what a field consists of: the first of its texts. */
function partsOf(product: Product, field: ProductField): unknown[] {
  const [variant] = product.variants;
  const parts: Partial<Record<ProductField, unknown[]>> = {
    tags: [product.tags.join(', '), product.tags[0]],
    options: [product.options[0]?.name, product.options[0]?.values[0]],
    variants: [variant?.sku, variant?.price],
    images: [product.images[0]?.url, product.images[0]?.url.replace(/\?[\s\S]*$/, '')],
    categories: [product.categories[0]?.at(-1)],
    seo: [product.seo.title, product.seo.description],
    attributes: [product.attributes[0]?.value],
    priceTiers: [product.priceTiers[0]?.price],
    descriptionHtml: [/>([^<>]{12,})</.exec(product.descriptionHtml)?.[1]],
  };
  return (parts[field] ?? []).filter((part) => part !== undefined && part !== null && part !== '');
}

/** Shortest text that identifies a place; a shorter one is found in a page by chance. */
const reportingMin = 8;

function lineOf(body: string, value: unknown): string | null {
  if (typeof value !== 'string' || value.length < reportingMin) {
    return null;
  }
  const at = body.indexOf(value);
  return at === -1 ? null : `L${body.slice(0, at).split('\n').length}`;
}

function pathOf(json: unknown, product: Product, field: ProductField, value: unknown): string | null {
  const own = find(json, (each) => isRecord(each) && each.handle === product.handle, []);
  const within = own === null ? json : valueAt(json, own.path);
  const named = fieldKeys(field);
  const matches = (each: unknown) =>
    isSame(each, value) || (typeof each === 'number' && String(each) === value);
  const byName = find(within, (each, key) => named.has(key) && matches(each), own?.path ?? []);
  const reporting = own !== null && (typeof value !== 'string' || value.length >= reportingMin);
  const found = byName ?? (reporting ? find(within, matches, own.path) : null);
  return found === null ? null : written(found.path);
}

/** Returns the keys that sources use for a field. */
function fieldKeys(field: ProductField): ReadonlySet<string> {
  const snake = field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const others: Partial<Record<ProductField, string[]>> = {
    descriptionHtml: ['body_html', 'description'],
    productType: ['type'],
    vendor: ['brand'],
    images: ['src', 'url', 'image'],
    variants: ['sku', 'price'],
    options: ['name'],
    currency: ['price_currency', 'priceCurrency'],
  };
  return new Set([field, snake, ...(others[field] ?? [])]);
}

/** Returns the first place, level by level, whose value matches. */
function find(
  root: unknown,
  fits: (value: unknown, key: string) => boolean,
  path: (string | number)[],
): Place | null {
  let level: { value: unknown; path: (string | number)[] }[] = [{ value: root, path }];
  for (let seen = 0; level.length > 0 && seen < valuesMax; ) {
    const next: typeof level = [];
    for (const each of level) {
      seen += 1;
      if (each.path.length > path.length && fits(each.value, String(each.path.at(-1)))) {
        return { path: each.path };
      }
      if (Array.isArray(each.value)) {
        next.push(...each.value.map((value: unknown, index) => ({ value, path: [...each.path, index] })));
      } else if (isRecord(each.value)) {
        next.push(
          ...Object.entries(each.value).map(([key, value]) => ({ value, path: [...each.path, key] })),
        );
      }
    }
    level = next;
  }
  return null;
}

function valueAt(json: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce(
    (value: unknown, key) => (isRecord(value) || Array.isArray(value) ? Reflect.get(value, key) : undefined),
    json,
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function written(path: readonly (string | number)[]): string {
  return path
    .map((key, index) => (typeof key === 'number' ? `[${key}]` : index === 0 ? key : `.${key}`))
    .join('');
}
