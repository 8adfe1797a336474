import { isObject, type UnreadObject } from '@bowerbird/platforms/reading/unread';
import { noRoute, type RestAnswer, refusal } from '../../store/rest-answers.ts';
import { valuesAnswer } from './attribute-values.ts';
import type { StoreSettings, Visitor } from './auth.ts';
import { timeProblem } from './oauth.ts';
import {
  batch,
  createProduct,
  deleteProduct,
  getProduct,
  listProducts,
  type StoreAdmin,
  updateProduct,
} from './products.ts';
import {
  createAttribute,
  createTerm,
  listAttributes,
  listFiles,
  listTerms,
  uploadFile,
} from './terms-and-files.ts';
import { createVariation, deleteVariation, listVariations, updateVariation } from './variations.ts';

/** A request of a writing client, read to its end, so that it can be applied late, or twice. */
export interface StoreRequest {
  method: string;
  route: string;
  query: URLSearchParams;
  visitor: Visitor;
  /** The JSON sent; undefined where JSON is expected and invalid. */
  body: unknown;
  file: { bytes: Uint8Array; disposition: string | null } | null;
}

/**
 * Returns the answers of a simulated WooCommerce store to signed-in clients (`woocommerce/readme.md`, Writing
 * products).
 */
export function storeAnswer(
  requested: StoreRequest,
  settings: StoreSettings,
  seenNonces: Map<number, string>,
  admin: StoreAdmin,
): RestAnswer {
  const { route, visitor } = requested;
  if (!route.startsWith('/wc/') && visitor.kind === 'keys') {
    // WordPress itself treats keys as a person's name and password (from memory).
    return refusal(401, 'invalid_username', 'Unknown username. Check again or try your email address.');
  }
  if (route === '/') {
    return root(settings, admin);
  }
  return route.startsWith('/wp/v2/')
    ? wordpressAnswer(requested, settings, admin)
    : (keyProblem(visitor, seenNonces, admin.now) ?? shopAnswer(requested, settings, admin));
}

function keyProblem({ problem, signed }: Visitor, seen: Map<number, string>, now: number): RestAnswer | null {
  const said = problem ?? (signed ? timeProblem(signed, seen, now) : null);
  return said === null ? null : refusal(401, 'woocommerce_rest_authentication_error', said);
}

function shopAnswer(requested: StoreRequest, settings: StoreSettings, admin: StoreAdmin): RestAnswer {
  const { method, route, query, visitor, body } = requested;
  const reads = method === 'GET';
  if (!reads && visitor.may === 'read') {
    const words = 'The API key provided does not have write permissions.';
    return refusal(401, 'woocommerce_rest_authentication_error', words);
  }
  if (visitor.may === 'nothing' || (reads && visitor.may === 'write')) {
    // Without a user 401, with a user without permission 403 (recorded).
    const status = visitor.kind === 'nobody' ? 401 : 403;
    return reads
      ? refusal(status, 'woocommerce_rest_cannot_view', 'Sorry, you cannot list resources.')
      : refusal(status, 'woocommerce_rest_cannot_create', 'Sorry, you are not allowed to create resources.');
  }
  if (body === undefined) {
    return refusal(400, 'rest_invalid_json', 'Invalid JSON body passed.', {
      json_error_code: 4,
      json_error_message: 'Syntax error',
    });
  }
  const sent: UnreadObject = isObject(body) ? body : {};
  const path = route.replace(/^\/wc\/v3/, '');
  const variations = /^\/products\/(\d+)\/variations(\/batch)?$/.exec(path);
  if (variations) {
    return variationAnswer(
      Number(variations[1]),
      variations[2] !== undefined,
      reads,
      query,
      sent,
      settings,
      admin,
    );
  }
  const [, id] = /^\/products\/(\d+)$/.exec(path) ?? [];
  if (id !== undefined) {
    return method === 'DELETE'
      ? deleteProduct(Number(id), query.get('force') === 'true', admin)
      : reads
        ? getProduct(Number(id), query, admin)
        : updateProduct(Number(id), sent, admin, false);
  }
  const [, attribute, isBatch] = /^\/products\/attributes\/(\d+)\/terms(\/batch)?$/.exec(path) ?? [];
  if (attribute !== undefined) {
    const requested = { isBatch: isBatch !== undefined, reads, query, sent };
    return valuesAnswer(Number(attribute), requested, admin, settings.batchMax);
  }
  switch (path) {
    case '/products':
      return reads ? listProducts(query, admin) : createProduct(sent, admin, false);
    case '/products/batch': {
      const rows = {
        create: (row: UnreadObject) => createProduct(row, admin, true),
        update: (one: number, row: UnreadObject) => updateProduct(one, row, admin, true),
        remove: (one: number) => deleteProduct(one, true, admin),
      };
      return batch(sent, rows, admin, settings.batchMax);
    }
    case '/products/categories':
    case '/products/tags': {
      const taxonomy = path === '/products/tags' ? 'product_tag' : 'product_cat';
      return reads ? listTerms(taxonomy, query, admin) : createTerm(taxonomy, sent, admin);
    }
    case '/products/attributes':
      return reads ? listAttributes(admin) : createAttribute(sent, admin);
    case '/settings/general':
      return { status: 200, body: [{ id: 'woocommerce_currency', value: settings.currency }] };
    case '/settings/products':
      return { status: 200, body: [{ id: 'woocommerce_weight_unit', value: settings.weightUnit }] };
    default:
      return noRoute;
  }
}

function variationAnswer(
  parent: number,
  isBatch: boolean,
  reads: boolean,
  query: URLSearchParams,
  sent: UnreadObject,
  settings: StoreSettings,
  admin: StoreAdmin,
): RestAnswer {
  if (!isBatch) {
    return reads ? listVariations(parent, query, admin) : createVariation(parent, sent, admin);
  }
  const rows = {
    create: (row: UnreadObject) => createVariation(parent, row, admin),
    update: (id: number, row: UnreadObject) => updateVariation(parent, id, row, admin),
    remove: (id: number) => deleteVariation(parent, id, admin),
  };
  return batch(sent, rows, admin, settings.batchMax);
}

/** WordPress itself accepts only application passwords. */
function wordpressAnswer(requested: StoreRequest, settings: StoreSettings, admin: StoreAdmin): RestAnswer {
  const { method, route, query, visitor, file } = requested;
  if (route === '/wp/v2/users/me') {
    return visitor.kind === 'user' ? me(settings) : notLoggedIn;
  }
  if (route !== '/wp/v2/media') {
    return noRoute;
  }
  if (file === null || method === 'GET') {
    return listFiles(query, admin, visitor.kind === 'user' && visitor.may !== 'nothing');
  }
  return visitor.kind === 'user' && visitor.may !== 'nothing'
    ? uploadFile(file, query, admin, admin.now)
    : refusal(401, 'rest_cannot_create', 'Sorry, you are not allowed to create posts as this user.');
}

const notLoggedIn = refusal(401, 'rest_not_logged_in', 'You are not currently logged in.');

function me({ user, role }: StoreSettings): RestAnswer {
  const held =
    role === 'shop_manager'
      ? [
          'edit_products',
          'publish_products',
          'delete_products',
          'upload_files',
          'manage_product_terms',
          'assign_product_terms',
        ]
      : ['read'];
  const capabilities = Object.fromEntries(held.map((right) => [right, true]));
  return { status: 200, body: { id: 1, name: user, roles: [role], capabilities } };
}

function root({ name, gmtOffset }: StoreSettings, { origin }: StoreAdmin): RestAnswer {
  return {
    status: 200,
    body: {
      name,
      description: '',
      url: origin,
      home: origin,
      gmt_offset: String(gmtOffset),
      timezone_string: '',
      namespaces: ['oembed/1.0', 'wc/store', 'wc/store/v1', 'wc/v3', 'wp/v2'],
    },
  };
}
