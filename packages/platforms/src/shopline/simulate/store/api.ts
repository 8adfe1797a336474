import { isObject, itemsOf, textOf, wholeOf } from '../../../unread.ts';
import { noRoute, refusal, type StoreAnswer } from './answers.ts';
import type { Desk } from './desk.ts';
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

/** A request of an app, read to its end, so that it can be applied late, or twice. */
export interface AppAsk {
  method: string;
  /** Below `/admin/openapi/{version}/`. */
  path: string;
  query: URLSearchParams;
  body: unknown;
  token: string | null;
}

/** What a SHOPLINE store answers to an app, played by us (`readme.md`, Writing products; Errors). */
export function storeAnswer(ask: AppAsk, desk: Desk): StoreAnswer {
  if (ask.token !== desk.settings.token) {
    return refusal(401, 'The access token is invalid or has expired.');
  }
  const { needed, work } = routeOf(ask, desk);
  const { scopes } = desk.settings;
  if (needed === null || scopes.includes(needed) || scopes.includes(needed.replace('read_', 'write_'))) {
    return work();
  }
  // Nobody wrote whether a right is asked for before the thing itself is looked up.
  return isNothing(ask, desk) && desk.strike('rights-last') !== null
    ? work()
    : refusal(403, `This action requires merchant approval for ${needed} scope.`);
}

/** Whether a write names something that is not there. */
function isNothing({ method, path, body }: AppAsk, desk: Desk): boolean {
  const id = /^products\/(\d+)\.json$/.exec(path)?.[1];
  const sets = path === 'inventory_levels/set.json' && isObject(body);
  return (
    method !== 'GET' &&
    ((id !== undefined && byId(id, desk) === null) ||
      (sets && variantIn(body.inventory_item_id, desk) === null))
  );
}

interface Route {
  /** The right it needs; null for what is no route. */
  needed: string | null;
  work(): StoreAnswer;
}

function routeOf({ method, path, query, body }: AppAsk, desk: Desk): Route {
  const products = method === 'GET' ? 'read_products' : 'write_products';
  const route = (needed: string | null, work: () => StoreAnswer): Route => ({ needed, work });
  switch (`${method} ${path}`) {
    case 'GET merchants/shop.json':
      return route('read_store_information', () => shopForm(desk));
    case 'GET locations/list.json':
      return route('read_location', () => locations(desk));
    case 'POST inventory_levels/set.json':
      return route('write_inventory', () => setLevel(body, desk));
    case 'GET products/products.json':
      return route(products, () => listProducts(query, desk));
    case 'POST products/products.json':
      return route(products, () => createProduct(body, desk));
    case 'GET products/count.json':
      return route(products, () => ({ status: 200, body: { count: desk.ledger.products.size } }));
    case 'GET products/custom_collections.json':
      return route(products, () => listCollections(query, desk));
    case 'POST products/custom_collections.json':
      return route(products, () => createCollection(body, desk));
    case 'GET products/collects.json':
      return route(products, () => listCollects(query, desk));
    default:
  }
  const id = /^products\/(\d+)\.json$/.exec(path)?.[1];
  if (id !== undefined) {
    const byMethod: Record<string, () => StoreAnswer> = {
      GET: () => getProduct(id, desk),
      PUT: () => updateProduct(id, body, desk),
      DELETE: () => deleteProduct(id, desk),
    };
    return route(products, byMethod[method] ?? (() => noRoute));
  }
  const [, productId, list, partId] = /^products\/(\d+)\/(variants|images)\/(\d+)\.json$/.exec(path) ?? [];
  if (productId !== undefined && partId !== undefined && method === 'DELETE') {
    return route(products, () =>
      list === 'variants' ? deleteVariant(productId, partId, desk) : deleteImage(productId, partId, desk),
    );
  }
  const collection = /^products\/custom_collections\/(\d+)\/products\.json$/.exec(path)?.[1];
  if (collection !== undefined && (method === 'POST' || method === 'DELETE')) {
    return route(products, () => changeCollection(collection, body, method === 'POST', desk));
  }
  return route(null, () => noRoute);
}

function shopForm({ settings: { handle, title, currency, timeZone } }: Desk): StoreAnswer {
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

function locations({ settings }: Desk): StoreAnswer {
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

/** An absolute figure: set twice it is set once. */
function setLevel(body: unknown, desk: Desk): StoreAnswer {
  const { ledger, settings, now } = desk;
  const sent = isObject(body) ? body : {};
  const location = textOf(sent.location_id) ?? '';
  const variant = variantIn(sent.inventory_item_id, desk);
  const pieces = wholeOf(sent.available);
  if (!variant || !settings.locations.some(({ id }) => id === location)) {
    return refusal(404, 'The inventory item does not exist.');
  }
  if (pieces === null) {
    return refusal(422, { available: ['is not a number'] });
  }
  ledger.setLevel(variant.number, location, pieces);
  return {
    status: 200,
    body: {
      inventory_level: {
        available: pieces,
        inventory_item_id: sent.inventory_item_id,
        location_id: location,
        updated_at: moment(now),
        variant_id: longId(variant.number),
      },
    },
  };
}

function variantIn(item: unknown, { ledger }: Desk): StoredVariant | null {
  const number = variantOfItem(textOf(item) ?? '');
  const all = [...ledger.products.values()].flatMap(({ variants }) => variants);
  return all.find((each) => each.number === number) ?? null;
}

function listCollections(query: URLSearchParams, { ledger }: Desk): StoreAnswer {
  const title = query.get('title');
  const found = [...ledger.collections.values()].filter((one) => title === null || one.title.includes(title));
  return { status: 200, body: { custom_collections: found.slice(0, 250).map(collectionForm) } };
}

function createCollection(body: unknown, { ledger }: Desk): StoreAnswer {
  const sent = isObject(body) && isObject(body.custom_collection) ? body.custom_collection : {};
  const title = textOf(sent.title);
  if (title === null) {
    return refusal(422, { title: ["can't be blank"] });
  }
  const handle = title.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '-');
  return { status: 200, body: { custom_collection: collectionForm(ledger.addCollection(title, handle)) } };
}

function listCollects(query: URLSearchParams, { ledger }: Desk): StoreAnswer {
  const product = numberOf(query.get('product_id') ?? '');
  const collects = [...ledger.collections.values()]
    .filter(({ products }) => product !== null && products.includes(product))
    .map(({ number }) => ({
      // A number beyond 2^53, as the platform sends it (`readme.md`, Product fields).
      id: 5_782_636_302_911_378_000 + number,
      collection_id: longId(number),
      product_id: query.get('product_id'),
    }));
  return { status: 200, body: { collects } };
}

/** Products that are in it already stay there once (assumed), and those that are not in it are taken out of nothing. */
function changeCollection(id: string, body: unknown, isJoining: boolean, desk: Desk): StoreAnswer {
  const collection = desk.ledger.collections.get(numberOf(id) ?? -1);
  if (!collection) {
    return refusal(404, 'The collection does not exist.');
  }
  const ids = itemsOf(isObject(body) ? body.product_ids : null).map(String);
  if (ids.length > 50) {
    return refusal(422, { product_ids: ['has too many items (maximum is 50)'] });
  }
  for (const product of ids) {
    const found = byId(product, desk);
    if (found && isJoining) {
      desk.ledger.addToCollection(collection, found.number);
    } else if (found) {
      desk.ledger.takeFromCollection(collection, found.number);
    }
  }
  return { status: 200, body: '' };
}
