/** Version of the Admin API that every document below is written for. */
export const adminVersion = '2026-10';
/** Where a product stores our key and the attempt that wrote it last. */
export const metafieldNamespace = 'bowerbird';
export const keyField = 'listing_key';
export const attemptField = 'attempt';

/**
 * Fields read of a product in every look-up. They cost three points a product, which is why the variants are left out.
 */
const seenFields = /* GraphQL */ `
  id handle status createdAt updatedAt title descriptionHtml vendor productType tags onlineStoreUrl
  key: metafield(namespace: "${metafieldNamespace}", key: "${keyField}") { value }
  attempt: metafield(namespace: "${metafieldNamespace}", key: "${attemptField}") { value }
`;
export const seenProduct = /* GraphQL */ `fragment SeenProduct on Product {${seenFields}}`;

export const shopQuery = /* GraphQL */ `query BowerbirdShop {
  shop { name myshopifyDomain currencyCode ianaTimezone resourceLimits { maxProductVariants maxProductOptions } }
  currentAppInstallation { accessScopes { handle } }
}`;

export const placesQuery = /* GraphQL */ `query BowerbirdPlaces($readLocations: Boolean!, $readPublications: Boolean!) {
  locations(first: 20) @include(if: $readLocations) { nodes { id isActive fulfillsOnlineOrders } }
  publications(first: 20) @include(if: $readPublications) { nodes { id name } }
  metafieldDefinitions(first: 5, ownerType: PRODUCT, namespace: "${metafieldNamespace}", key: "${keyField}") {
    nodes { id type { name } metafieldsCount capabilities { uniqueValues { enabled } } }
  }
}`;

export const defineKey = /* GraphQL */ `mutation BowerbirdDefineKey($definition: MetafieldDefinitionInput!) {
  metafieldDefinitionCreate(definition: $definition) { createdDefinition { id } userErrors { code field message } }
}`;

export const productSet = /* GraphQL */ `mutation BowerbirdProductSet($input: ProductSetInput!, $identifier: ProductSetIdentifiers!) {
  productSet(input: $input, identifier: $identifier, synchronous: true) {
    product { ...SeenProduct }
    userErrors { code field message }
  }
}
${seenProduct}`;

/** Mutation that returns a place to upload a file to: variables of a bulk operation, or an image. */
export const stageUpload = /* GraphQL */ `mutation BowerbirdStage($input: [StagedUploadInput!]!) {
  stagedUploadsCreate(input: $input) {
    stagedTargets { url resourceUrl parameters { name value } }
    userErrors { field message }
  }
}`;

/** Mutation that publishes one product: the work of each line of a bulk operation. */
export const publishProduct = /* GraphQL */ `mutation BowerbirdPublish($id: ID!, $input: [PublicationInput!]!) {
  publishablePublish(id: $id, input: $input) {
    publishable { ... on Product { ...SeenProduct } }
    userErrors { field message }
  }
}
${seenProduct}`;

/**
 * Returns a query that publishes this many products in one request: `id0`, `id1` ... are published as `publish0`,
 * `publish1` ..., each with an outcome of its own.
 */
export function publishQuery(count: number): string {
  const places = Array.from({ length: count }, (_, place) => place);
  const ids = places.map((place) => `$id${place}: ID!`).join(', ');
  const parts = places.map(
    (place) => `  publish${place}: publishablePublish(id: $id${place}, input: $input) {
    publishable { ... on Product { ...SeenProduct } }
    userErrors { field message }
  }`,
  );
  return /* GraphQL */ `mutation BowerbirdPublish(${ids}, $input: [PublicationInput!]!) {
${parts.join('\n')}
}
${seenProduct}`;
}

export const productStatus = /* GraphQL */ `mutation BowerbirdStatus($product: ProductUpdateInput!) {
  productUpdate(product: $product) {
    product { ...SeenProduct }
    userErrors { field message }
  }
}
${seenProduct}`;

/** The price and title of each variant. */
export const pricesQuery = /* GraphQL */ `query BowerbirdPrices($ids: [ID!]!, $first: Int!) {
  nodes(ids: $ids) {
    __typename
    ... on Product { id variants(first: $first) { nodes { title sku price compareAtPrice } } }
  }
}`;

/**
 * Present prices and inventory: a point a variant, one more where its option values are requested, and 3 for its
 * quantities.
 */
export const priceAndInventoryQuery = /* GraphQL */ `query BowerbirdAmounts($id: ID!, $first: Int!, $values: Boolean!, $inventory: Boolean!, $locationId: ID!) {
  product(id: $id) {
    variants(first: $first) {
      nodes {
        id title selectedOptions @include(if: $values) { value }
        inventoryItem @include(if: $inventory) {
          id inventoryLevel(locationId: $locationId) { quantities(names: ["available"]) { quantity } }
        }
      }
      pageInfo { hasNextPage }
    }
  }
}`;

/**
 * Returns a mutation that sets only prices and inventory, and the mark of the attempt last; a part with nothing to
 * write is left out.
 */
export function setPriceAndInventory({ prices, inventory }: { prices: boolean; inventory: boolean }): string {
  const variables = [
    '$marks: [MetafieldsSetInput!]!',
    ...(prices ? ['$id: ID!', '$variants: [ProductVariantsBulkInput!]!'] : []),
    ...(inventory ? ['$quantities: InventorySetQuantitiesInput!', '$request: String!'] : []),
  ];
  const parts = [
    ...(prices
      ? [
          'productVariantsBulkUpdate(productId: $id, variants: $variants) { userErrors { code field message } }',
        ]
      : []),
    ...(inventory
      ? [
          'inventorySetQuantities(input: $quantities) @idempotent(key: $request) { userErrors { code field message } }',
        ]
      : []),
    `metafieldsSet(metafields: $marks) {
    metafields { owner { ... on Product { ...SeenProduct } } }
    userErrors { code field message }
  }`,
  ];
  return /* GraphQL */ `mutation BowerbirdSetAmounts(${variables.join(', ')}) {
  ${parts.join('\n  ')}
}
${seenProduct}`;
}

const readVariants = `nodes {
      id sku barcode price compareAtPrice inventoryQuantity inventoryItem { tracked } selectedOptions { name value }
    } pageInfo { hasNextPage endCursor }`;

/** A product as the store holds it, for comparing it with what was sent. */
export const readQuery = /* GraphQL */ `query BowerbirdRead($ids: [ID!]!, $first: Int!) {
  nodes(ids: $ids) {
    __typename
    ... on Product {
      id title descriptionHtml vendor productType tags status
      featuredMedia { preview { image { url } } }
      variants(first: $first) { ${readVariants} }
    }
  }
}`;

export const moreVariantsQuery = /* GraphQL */ `query BowerbirdReadMore($id: ID!, $first: Int!, $after: String) {
  product(id: $id) { variants(first: $first, after: $after) { ${readVariants} } }
}`;

export const deleteProduct = /* GraphQL */ `mutation BowerbirdDelete($id: ID!) {
  productDelete(input: { id: $id }) { deletedProductId userErrors { field message } }
}`;

/**
 * Returns a query that looks this many products up at once by each step of the look-up order: bound id, our key, the
 * handle.
 */
export function lookQuery(requests: number): string {
  const places = Array.from({ length: requests }, (_, index) => index);
  const variables = places.map(
    (at) => `$id${at}: ID!, $bound${at}: Boolean!, $key${at}: String!, $handle${at}: String!`,
  );
  const lookupSteps = places.map(
    (at) => `
  id${at}: productByIdentifier(identifier: { id: $id${at} }) @include(if: $bound${at}) { ...SeenProduct }
  key${at}: productByIdentifier(identifier: { customId: { namespace: "${metafieldNamespace}", key: "${keyField}", value: $key${at} } }) { ...SeenProduct }
  handle${at}: productByIdentifier(identifier: { handle: $handle${at} }) { ...SeenProduct }`,
  );
  return `query BowerbirdLook(${variables.join(', ')}) {${lookupSteps.join('')}\n}\n${seenProduct}`;
}

/**
 * Returns a query of the same steps for products never bound that reads only whether anything exists: two points each
 * instead of six.
 */
export function isThereQuery(requests: number): string {
  const places = Array.from({ length: requests }, (_, index) => index);
  const variables = places.map((at) => `$key${at}: String!, $handle${at}: String!`);
  const lookupSteps = places.map(
    (at) => `
  key${at}: productByIdentifier(identifier: { customId: { namespace: "${metafieldNamespace}", key: "${keyField}", value: $key${at} } }) { id }
  handle${at}: productByIdentifier(identifier: { handle: $handle${at} }) { id }`,
  );
  return `query BowerbirdIsThere(${variables.join(', ')}) {${lookupSteps.join('')}\n}`;
}

export const byIdsQuery = /* GraphQL */ `query BowerbirdByIds($ids: [ID!]!) {
  nodes(ids: $ids) { __typename ... on Product { ...SeenProduct } }
}
${seenProduct}`;

/** Pages through the store by id. A search would be quicker but may be stale, so it is never used. */
export const fullScanQuery = /* GraphQL */ `query BowerbirdFullScan($first: Int!, $after: String) {
  products(first: $first, after: $after, sortKey: ID) {
    nodes { ...SeenProduct }
    pageInfo { hasNextPage endCursor }
  }
}
${seenProduct}`;

/** How many products the store has, counted no further than `limit`. Costs a point. */
export const storeSizeQuery = /* GraphQL */ `query BowerbirdStoreSize($limit: Int!) {
  productsCount(limit: $limit) { count }
}`;

/** Returns a bulk query of the whole store, under a name by which the operation is found again. */
export function fullScanBulkQuery(name: string): string {
  return /* GraphQL */ `query ${name} { products { edges { node {${seenFields}} } } }`;
}

/** The products changed last, newest first. */
export const newestQuery = /* GraphQL */ `query BowerbirdNewest($first: Int!) {
  products(first: $first, sortKey: UPDATED_AT, reverse: true) { nodes { ...SeenProduct } }
}
${seenProduct}`;

export const imagesQuery = /* GraphQL */ `query BowerbirdPictures($id: ID!, $first: Int!) {
  product(id: $id) {
    media(first: $first) { nodes { __typename id status ... on MediaImage { image { url } } } }
  }
}`;

/** Without what went wrong, which would double its cost (`readme.md`, Rate limits). */
export const imageStatesQuery = /* GraphQL */ `query BowerbirdPictureStates($ids: [ID!]!, $first: Int!) {
  nodes(ids: $ids) {
    __typename
    ... on Product { id media(first: $first) { nodes { id status } } }
  }
}`;

export const imageErrorsQuery = /* GraphQL */ `query BowerbirdPictureErrors($ids: [ID!]!, $first: Int!) {
  nodes(ids: $ids) {
    __typename
    ... on Product { id media(first: $first) { nodes { id alt status mediaErrors { code message } } } }
  }
}`;

/**
 * A collection by its handle, with the numbers that a store appends to a handle already in use; and by its title, as
 * far as a search knows.
 */
export const collectionsQuery = /* GraphQL */ `query BowerbirdCollections($first: String!, $second: String!, $third: String!, $query: String!) {
  first: collectionByIdentifier(identifier: { handle: $first }) { ...Named }
  second: collectionByIdentifier(identifier: { handle: $second }) { ...Named }
  third: collectionByIdentifier(identifier: { handle: $third }) { ...Named }
  titled: collections(first: 10, query: $query) { nodes { ...Named } }
}
fragment Named on Collection { id handle title ruleSet { appliedDisjunctively } }`;

/** Collections by id, a page at a time; those that fill themselves have a rule. */
export const collectionPageQuery = /* GraphQL */ `query BowerbirdCollectionPage($first: Int!, $after: String) {
  collections(first: $first, after: $after, sortKey: ID) {
    nodes { id title ruleSet { appliedDisjunctively } productsCount { count } }
    pageInfo { hasNextPage endCursor }
  }
}`;

export const createCollection = /* GraphQL */ `mutation BowerbirdCreateCollection($collection: CollectionCreateInput!) {
  collectionCreate(collection: $collection) { collection { id } userErrors { field message } }
}`;

/** Mutation that publishes a new collection, which is on no channel at first. */
export const publishCollection = /* GraphQL */ `mutation BowerbirdPublishCollection($id: ID!, $input: [PublicationInput!]!) {
  publishablePublish(id: $id, input: $input) { userErrors { field message } }
}`;

/** Mutation that writes the whole product, and adds it to collections in addition to those that the merchant chose. */
export const productSetJoining = /* GraphQL */ `mutation BowerbirdProductSet($input: ProductSetInput!, $identifier: ProductSetIdentifiers!, $joins: ProductUpdateInput!) {
  joined: productUpdate(product: $joins) { userErrors { field message } }
  productSet(input: $input, identifier: $identifier, synchronous: true) {
    product { ...SeenProduct }
    userErrors { code field message }
  }
}
${seenProduct}`;

/** Every document we send, by name, for the proof that each is valid against the real schema. */
export const allOperations: Record<string, string> = {
  shopQuery,
  placesQuery,
  defineKey,
  productSet,
  productSetJoining,
  collectionsQuery,
  collectionPageQuery,
  createCollection,
  publishCollection,
  publishProduct,
  publishOne: publishQuery(1),
  publishMany: publishQuery(10),
  deleteProduct,
  productStatus,
  pricesQuery,
  priceAndInventoryQuery,
  setPrices: setPriceAndInventory({ prices: true, inventory: false }),
  setInventory: setPriceAndInventory({ prices: false, inventory: true }),
  setPriceAndInventory: setPriceAndInventory({ prices: true, inventory: true }),
  setMark: setPriceAndInventory({ prices: false, inventory: false }),
  readQuery,
  moreVariantsQuery,
  lookOne: lookQuery(1),
  lookMany: lookQuery(20),
  isThere: isThereQuery(20),
  byIdsQuery,
  fullScanQuery,
  storeSizeQuery,
  fullScanInBulk: fullScanBulkQuery('BowerbirdFullScan'),
  newestQuery,
  imagesQuery,
  imageStatesQuery,
  imageErrorsQuery,
};
