import { isObject, itemsOf, textOf, wholeOf } from '@bowerbird/platforms/reading/unread';
import type { StoreAdmin } from './admin.ts';
import { noRoute, refusal, type StoreAnswer } from './answers.ts';
import { collectionForm, variantOfItem } from './forms.ts';
import {
  byId,
  createProduct,
  deleteImage,
  deleteProduct,
  deleteVariant,
  getProduct,
  listProducts,
  updateProduct,
} from './products.ts';
import { longId, moment, numberOf, type StoredVariant } from './record.ts';

/** A request of an app, read to its end, so that it can be applied late or twice. */
export interface AppRequest {
  method: string;
  /** Path below `/admin/openapi/{version}/`. */
  path: string;
  query: URLSearchParams;
  body: unknown;
  token: string | null;
}

/** Returns a simulated SHOPLINE store's answer to an app (`shopline/readme.md`, Writing products; Errors). */
export function storeAnswer(request: AppRequest, admin: StoreAdmin): StoreAnswer {
  if (request.token !== admin.settings.token) {
    return refusal(401, 'The access token is invalid or has expired.');
  }
  const { needed, work } = routeOf(request, admin);
  const { scopes } = admin.settings;
  if (needed === null || scopes.includes(needed) || scopes.includes(needed.replace('read_', 'write_'))) {
    return work();
  }
  // It is not documented whether the permission is checked before the resource.
  return isNothing(request, admin) && admin.injectFault('rights-last') !== null
    ? work()
    : refusal(403, `This action requires merchant approval for ${needed} scope.`);
}

/** Reports whether a write names something that does not exist. */
function isNothing({ method, path, body }: AppRequest, admin: StoreAdmin): boolean {
  const id = /^products\/(\d+)\.json$/.exec(path)?.[1];
  const sets = path === 'inventory_levels/set.json' && isObject(body);
  return (
    method !== 'GET' &&
    ((id !== undefined && byId(id, admin) === null) ||
      (sets && variantIn(body.inventory_item_id, admin) === null))
  );
}

interface Route {
  /** Required permission; null when the route does not exist. */
  needed: string | null;
  work(): StoreAnswer;
}

function routeOf({ method, path, query, body }: AppRequest, admin: StoreAdmin): Route {
  const products = method === 'GET' ? 'read_products' : 'write_products';
  const route = (needed: string | null, work: () => StoreAnswer): Route => ({ needed, work });
  switch (`${method} ${path}`) {
    case 'GET merchants/shop.json':
      return route('read_store_information', () => shopForm(admin));
    case 'GET locations/list.json':
      return route('read_location', () => locations(admin));
    case 'POST inventory_levels/set.json':
      return route('write_inventory', () => setLevel(body, admin));
    case 'GET products/products.json':
      return route(products, () => listProducts(query, admin));
    case 'POST products/products.json':
      return route(products, () => createProduct(body, admin));
    case 'GET products/count.json':
      return route(products, () => ({ status: 200, body: { count: admin.ledger.products.size } }));
    case 'GET products/custom_collections.json':
      return route(products, () => listCollections(query, admin));
    case 'POST products/custom_collections.json':
      return route(products, () => createCollection(body, admin));
    case 'GET products/collects.json':
      return route(products, () => listCollects(query, admin));
    default:
  }
  const id = /^products\/(\d+)\.json$/.exec(path)?.[1];
  if (id !== undefined) {
    const byMethod: Record<string, () => StoreAnswer> = {
      GET: () => getProduct(id, admin),
      PUT: () => updateProduct(id, body, admin),
      DELETE: () => deleteProduct(id, admin),
    };
    return route(products, byMethod[method] ?? (() => noRoute));
  }
  const [, productId, list, partId] = /^products\/(\d+)\/(variants|images)\/(\d+)\.json$/.exec(path) ?? [];
  if (productId !== undefined && partId !== undefined && method === 'DELETE') {
    return route(products, () =>
      list === 'variants' ? deleteVariant(productId, partId, admin) : deleteImage(productId, partId, admin),
    );
  }
  const collection = /^products\/custom_collections\/(\d+)\/products\.json$/.exec(path)?.[1];
  if (collection !== undefined && (method === 'POST' || method === 'DELETE')) {
    return route(products, () => changeCollection(collection, body, method === 'POST', admin));
  }
  return route(null, () => noRoute);
}

function shopForm({ settings: { handle, title, currency, timeZone } }: StoreAdmin): StoreAnswer {
  const data = {
    id: 1_700_000_000_000,
    biz_store_status: 1,
    currency,
    customer_email: 'keeper@shop.example',
    domain: `${handle}.myshopline.com`,
    email: 'keeper@shop.example',
    handle,
    iana_timezone: timeZone,
    language: 'en',
    location_country_code: 'GB',
    merchant_id: '4216472541',
    name: title,
    sales_channels: [{ channel_handle: 'WEB' }],
  };
  return { status: 200, body: { data } };
}

function locations({ settings }: StoreAdmin): StoreAnswer {
  return {
    status: 200,
    body: {
      locations: settings.locations.map(({ id, name, isDefault, active }) => ({
        id,
        name,
        active,
        legacy: false,
        is_default: isDefault,
      })),
    },
  };
}

/** Sets an absolute quantity: repeating the request has no further effect. */
function setLevel(body: unknown, admin: StoreAdmin): StoreAnswer {
  const { ledger, settings, now } = admin;
  const sent = isObject(body) ? body : {};
  const location = textOf(sent.location_id) ?? '';
  const variant = variantIn(sent.inventory_item_id, admin);
  const inventory = wholeOf(sent.available);
  if (!variant || !settings.locations.some(({ id }) => id === location)) {
    return refusal(404, 'The inventory item does not exist.');
  }
  if (inventory === null) {
    return refusal(422, { available: ['is not a number'] });
  }
  ledger.setLevel(variant.number, location, inventory);
  return {
    status: 200,
    body: {
      inventory_level: {
        available: inventory,
        inventory_item_id: sent.inventory_item_id,
        location_id: location,
        updated_at: moment(now),
        variant_id: longId(variant.number),
      },
    },
  };
}

function variantIn(item: unknown, { ledger }: StoreAdmin): StoredVariant | null {
  const number = variantOfItem(textOf(item) ?? '');
  const all = [...ledger.products.values()].flatMap(({ variants }) => variants);
  return all.find((each) => each.number === number) ?? null;
}

function listCollections(query: URLSearchParams, { ledger }: StoreAdmin): StoreAnswer {
  const title = query.get('title');
  const found = [...ledger.collections.values()].filter((one) => title === null || one.title.includes(title));
  return { status: 200, body: { custom_collections: found.slice(0, 250).map(collectionForm) } };
}

function createCollection(body: unknown, { ledger }: StoreAdmin): StoreAnswer {
  const sent = isObject(body) && isObject(body.custom_collection) ? body.custom_collection : {};
  const title = textOf(sent.title);
  if (title === null) {
    return refusal(422, { title: ["can't be blank"] });
  }
  const handle = title.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '-');
  return { status: 200, body: { custom_collection: collectionForm(ledger.addCollection(title, handle)) } };
}

function listCollects(query: URLSearchParams, { ledger }: StoreAdmin): StoreAnswer {
  const product = numberOf(query.get('product_id') ?? '');
  const collects = [...ledger.collections.values()]
    .filter(({ products }) => product !== null && products.includes(product))
    .map(({ number }) => ({
      // A number beyond 2^53, as the platform sends it (`shopline/readme.md`, Product fields).
      id: 5_782_636_302_911_378_000 + number,
      collection_id: longId(number),
      product_id: query.get('product_id'),
    }));
  return { status: 200, body: { collects } };
}

/**
 * Adds products to a collection or removes them: products that are already in it stay there once (assumed), and
 * removing one that is not in it does nothing.
 */
function changeCollection(id: string, body: unknown, isJoining: boolean, admin: StoreAdmin): StoreAnswer {
  const collection = admin.ledger.collections.get(numberOf(id) ?? -1);
  if (!collection) {
    return refusal(404, 'The collection does not exist.');
  }
  const ids = itemsOf(isObject(body) ? body.product_ids : null).map(String);
  if (ids.length > 50) {
    return refusal(422, { product_ids: ['has too many items (maximum is 50)'] });
  }
  for (const product of ids) {
    const found = byId(product, admin);
    if (found && isJoining) {
      admin.ledger.addToCollection(collection, found.number);
    } else if (found) {
      admin.ledger.takeFromCollection(collection, found.number);
    }
  }
  return { status: 200, body: '' };
}
