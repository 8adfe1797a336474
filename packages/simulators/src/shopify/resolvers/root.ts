import { GraphQLError, type GraphQLResolveInfo } from 'graphql';
import { type AdminContext, locations, publications, type View } from '../admin/admin-context.ts';
import { gid, numberOf } from '../admin/gid.ts';
import { bulkOperationRunMutation, stagedUploadsCreate } from './bulk/bulk.ts';
import { bulkOperationRunQuery } from './bulk/bulk-query.ts';
import {
  bulkOperation,
  bulkOperationCancel,
  bulkOperations,
  currentBulkOperation,
} from './bulk/bulk-view.ts';
import { collectionView } from './collection-view.ts';
import { collectionByIdentifier, collectionCreate, searchedCollections } from './collections.ts';
import { connection, type PageArguments } from './connection.ts';
import { inventorySetQuantities, variantOfItem } from './inventory.ts';
import { mediaView } from './media-view.ts';
import { metafieldDefinitionCreate, metafieldDefinitions } from './metafields/definitions.ts';
import { definitionView } from './metafields/metafield-view.ts';
import { metafieldsSet } from './metafields/metafields-set.ts';
import { lookUp } from './products/product-identify.ts';
import type { ProductIdentifier } from './products/product-input.ts';
import { type Search, searchedProducts } from './products/product-search.ts';
import { operationView, productSet } from './products/product-set.ts';
import { itemView, locationView, productOf, productView, variantView } from './products/product-view.ts';
import { productDelete, productUpdate } from './products/product-writes.ts';
import { publicationView } from './publication-view.ts';
import { publishablePublish, publishableUnpublish } from './publish.ts';
import { installationView, shopView } from './shop-view.ts';
import { productVariantsBulkUpdate } from './variants/variants-update.ts';

/** Each field takes the arguments that the schema declares for it: graphql-js passes no others. */
type Field = (sent: never, context: AdminContext, info: GraphQLResolveInfo) => unknown;

/** Every query and mutation we answer, with the scope its token needs (null: none). */
const fields: Record<string, [scope: string | null, answer: Field]> = {
  shop: [null, (_, context) => shopView(context)],
  currentAppInstallation: [null, (_, context) => installationView(context)],
  product: ['read_products', ({ id }: { id: string }, context) => shown(productOf(id, context), context)],
  productByIdentifier: [
    'read_products',
    ({ identifier }: { identifier: ProductIdentifier }, context) =>
      shown(lookUp(identifier, context), context),
  ],
  products: [
    'read_products',
    (page, context) =>
      connection(searchedProducts(page, context), page, (product) => productView(product, context)),
  ],
  productsCount: [
    'read_products',
    ({ limit, ...requested }: Search & { limit?: number | null }, context) => {
      const count = searchedProducts(requested, context).length;
      return {
        count: Math.min(count, limit ?? count),
        precision: limit && count > limit ? 'AT_LEAST' : 'EXACT',
      };
    },
  ],
  productOperation: ['read_products', ({ id }: { id: string }, context) => operationView(id, context)],
  node: ['read_products', ({ id }: { id: string }, context) => nodeView(id, context)],
  nodes: ['read_products', ({ ids }: { ids: string[] }, context) => ids.map((id) => nodeView(id, context))],
  collectionByIdentifier: ['read_products', collectionByIdentifier],
  collections: [
    'read_products',
    ({ query, ...page }: PageArguments & { query?: string | null }, context) => {
      const all = searchedCollections(query, context);
      return connection(all, page, (collection) => collectionView(collection, context));
    },
  ],
  metafieldDefinitions: ['read_products', metafieldDefinitions],
  publications: [
    'read_publications',
    (page: PageArguments) => connection(publications, page, publicationView),
  ],
  locations: ['read_locations', (page: PageArguments) => connection(locations, page, locationView)],
  productSet: ['write_products', productSet],
  productUpdate: ['write_products', productUpdate],
  productDelete: ['write_products', productDelete],
  productVariantsBulkUpdate: ['write_products', productVariantsBulkUpdate],
  metafieldsSet: ['write_products', metafieldsSet],
  metafieldDefinitionCreate: ['write_products', metafieldDefinitionCreate],
  collectionCreate: ['write_products', collectionCreate],
  publishablePublish: ['write_publications', publishablePublish],
  publishableUnpublish: ['write_publications', publishableUnpublish],
  inventorySetQuantities: ['write_inventory', inventorySetQuantities],
  // Permissions of an operation are checked for each line, and for each part that is read (`shopify/readme.md`, Bulk
  // operations).
  stagedUploadsCreate: [null, stagedUploadsCreate],
  bulkOperationRunMutation: [null, bulkOperationRunMutation],
  bulkOperationRunQuery: [null, bulkOperationRunQuery],
  bulkOperationCancel: [null, bulkOperationCancel],
  bulkOperation: [null, bulkOperation],
  bulkOperations: [null, bulkOperations],
  currentBulkOperation: [null, currentBulkOperation],
};

/** What graphql-js starts from: each field checked for its scope first. */
export const root: Record<string, Field> = Object.fromEntries(
  Object.entries(fields).map(([name, [scope, answer]]) => [
    name,
    (sent, context, info) => {
      if (scope && !mayUse(scope, context)) {
        throw new GraphQLError(
          `Access denied for ${name} field. Required access: \`${scope}\` access scope.`,
          {
            extensions: {
              code: 'ACCESS_DENIED',
              documentation: 'https://shopify.dev/api/usage/access-scopes',
              requiredAccess: `\`${scope}\` access scope.`,
            },
          },
        );
      }
      return answer(sent, context, info);
    },
  ]),
);

/** Reports whether a scope is granted; a write scope includes reading. */
function mayUse(scope: string, { scopes }: AdminContext): boolean {
  return scopes.has(scope) || scopes.has(scope.replace(/^read_/, 'write_'));
}

function shown(product: Parameters<typeof productView>[0] | null, context: AdminContext): View | null {
  return product ? productView(product, context) : null;
}

function nodeView(id: string, context: AdminContext): View | null {
  const { ledger } = context;
  const product = productOf(id, context);
  const media = ledger.media.get(numberOf('MediaImage', id) ?? -1);
  const collection = ledger.collections.get(numberOf('Collection', id) ?? -1);
  const definition = ledger.definitions.get(numberOf('MetafieldDefinition', id) ?? -1);
  if (product) {
    return productView(product, context);
  }
  if (media) {
    return mediaView(media, context);
  }
  if (collection) {
    return collectionView(collection, context);
  }
  return definition ? definitionView(definition, context) : deepNodeView(id, context);
}

function deepNodeView(id: string, context: AdminContext): View | null {
  const item = variantOfItem(id, context);
  if (item) {
    return itemView(item.variant, item.product, context);
  }
  const number = numberOf('ProductVariant', id) ?? -1;
  const product = context.ledger.productOfVariant(number);
  const variant = product?.variants.find((one) => one.id === number);
  if (product && variant) {
    return variantView(variant, product, context);
  }
  const location = locations.find((one) => gid('Location', one.id) === id);
  return location ? locationView(location) : null;
}
