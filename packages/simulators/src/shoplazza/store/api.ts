import { isObject, itemsOf } from '@bowerbird/platforms/reading/unread';
import type { RestAnswer } from '../../store/rest-answers.ts';
import { numberOf } from '../forms.ts';
import { notFound, refused, stated } from './answers.ts';
import { createCollection, listCollections, updateCollection } from './collections.ts';
import { productForm, shopForm } from './forms.ts';
import type { Applying } from './merge-product.ts';
import { countProducts, listProducts, variantsBySku } from './read-products.ts';
import type { StoreSettings, Version } from './settings.ts';
import { addVariant, createProduct, updateProduct } from './write-product.ts';

/** A request of an app, read to its end, so that it can be applied late or twice. */
export interface StoreRequestBody {
  method: string;
  /** Path below the version's prefix: `/products`. */
  route: string;
  version: Version;
  query: URLSearchParams;
  host: string;
  /** The JSON that was sent; undefined when it should be JSON and is not. */
  body: unknown;
  /** Text of the request, for faults that apply only to some requests. */
  marked: string;
}

/** Returns the scope that each call needs (`shoplazza/readme.md`, Credentials). */
export function scopeOf({ method, route }: StoreRequestBody): string {
  const may = method === 'GET' ? 'read' : 'write';
  const what = /^\/(?:collections|collects)\b/.test(route)
    ? 'collection'
    : route === '/shop'
      ? 'shop'
      : 'product';
  return `${may}_${what}`;
}

/** Applies a request to the simulator state. */
export function storeAnswer(requested: StoreRequestBody, on: Applying, settings: StoreSettings): RestAnswer {
  const { method, route, query, body, version } = requested;
  if (method !== 'GET' && method !== 'DELETE' && !isObject(body)) {
    // Recorded: a body that cannot be parsed gets an empty answer.
    return { status: 400, body: {} };
  }
  const sent = isObject(body) ? body : {};
  const part = (name: string) => (isObject(sent[name]) ? sent[name] : {});
  const [, what = '', id = '', inside = '', insideId = ''] = route.split('/').map(decodeURIComponent);
  switch (`${method} ${what}${id ? '/id' : ''}${inside ? `/${inside}` : ''}${insideId ? '/id' : ''}`) {
    case 'GET shop':
      return stated({ shop: shopForm(settings, requested.host) }, version);
    case 'GET products':
      return listProducts(query, on);
    case 'POST products':
      return createProduct(part('product'), on);
    case 'DELETE products':
      return removeAll(
        query.getAll('product_ids').flatMap((ids) => ids.split(',')),
        on,
      );
    case 'GET products/id':
      return id === 'count' ? countProducts(query, on) : getProduct(id, on);
    case 'PUT products/id':
      return updateProduct(id, part('product'), noEntity(sent.no_entity, query), on);
    case 'DELETE products/id':
      return removeProduct(id, on);
    case `GET products/id/${inside}/id`:
      return id === 'sku' && insideId === 'variants' ? variantsBySku(inside, on) : notFound(version);
    case 'POST products/id/variants':
      return addVariant(id, part('variant'), on);
    case 'DELETE products/id/variants/id':
      return removeVariant(id, insideId, on);
    case 'DELETE products/id/images/id':
      return removeImage(id, insideId, on);
    case 'GET collections':
      return listCollections(query, on);
    case 'POST collections':
      return createCollection(part('collection'), on);
    case 'PUT collections/id':
      return updateCollection(id, on);
    default:
      return notFound(version);
  }
}

function noEntity(inBody: unknown, query: URLSearchParams): boolean {
  return inBody === true || query.get('no_entity') === 'true';
}

function getProduct(id: string, { ledger, version }: Applying): RestAnswer {
  const product = ledger.products.get(numberOf(id) ?? 0);
  return product ? stated({ product: productForm(product, version) }, version) : notFound(version);
}

/** Deletes permanently: this store has no trash (`shoplazza/readme.md`, Writing products). */
function removeProduct(id: string, { ledger, version, now }: Applying): RestAnswer {
  const product = ledger.products.get(numberOf(id) ?? 0);
  if (!product) {
    return notFound(version);
  }
  ledger.remove(product, 'app', now);
  return stated({}, version);
}

function removeAll(ids: readonly string[], on: Applying): RestAnswer {
  if (ids.length === 0) {
    return refused('product_ids必填');
  }
  for (const id of ids) {
    removeProduct(id, on);
  }
  return stated({}, on.version);
}

function removeVariant(id: string, variantId: string, { ledger, version, now }: Applying): RestAnswer {
  const product = ledger.products.get(numberOf(id) ?? 0);
  const left = product?.variants.filter((one) => one.id !== numberOf(variantId)) ?? [];
  if (!product || left.length === product.variants.length) {
    return notFound(version);
  }
  if (itemsOf(left).length === 0) {
    return refused('At least a single variant is included in the product.');
  }
  ledger.save({ ...product, variants: left, updatedAt: now }, 'app', 'update', now);
  return stated({}, version);
}

function removeImage(id: string, imageId: string, { ledger, version, now }: Applying): RestAnswer {
  const product = ledger.products.get(numberOf(id) ?? 0);
  const left = product?.images.filter((one) => one.id !== numberOf(imageId)) ?? [];
  if (!product || left.length === product.images.length) {
    return notFound(version);
  }
  ledger.save({ ...product, images: left, updatedAt: now }, 'app', 'update', now);
  return stated({}, version);
}
