/** Part of the Admin schema 2026-10 that we serve: queries, mutations, and what each mutation returns. */
export const rootsSdl = /* GraphQL */ `
schema { query: QueryRoot mutation: Mutation }

directive @idempotent(key: String!) on FIELD

type CollectionCreatePayload {
  collection: Collection
  userErrors: [UserError!]!
}

type InventorySetQuantitiesPayload {
  inventoryAdjustmentGroup: InventoryAdjustmentGroup
  userErrors: [InventorySetQuantitiesUserError!]!
}

type InventorySetQuantitiesUserError implements DisplayableError {
  code: InventorySetQuantitiesUserErrorCode
  field: [String!]
  message: String!
}

type MetafieldDefinitionCreatePayload {
  createdDefinition: MetafieldDefinition
  userErrors: [MetafieldDefinitionCreateUserError!]!
}

type MetafieldDefinitionCreateUserError implements DisplayableError {
  code: MetafieldDefinitionCreateUserErrorCode
  field: [String!]
  message: String!
}

type Mutation {
  bulkOperationCancel(id: ID!): BulkOperationCancelPayload
  bulkOperationRunMutation(clientIdentifier: String, groupObjects: Boolean = true, mutation: String!, stagedUploadPath: String!): BulkOperationRunMutationPayload
  bulkOperationRunQuery(groupObjects: Boolean! = false, query: String!): BulkOperationRunQueryPayload
  collectionCreate(collection: CollectionCreateInput): CollectionCreatePayload
  inventorySetQuantities(input: InventorySetQuantitiesInput!): InventorySetQuantitiesPayload
  metafieldDefinitionCreate(definition: MetafieldDefinitionInput!): MetafieldDefinitionCreatePayload
  metafieldsSet(metafields: [MetafieldsSetInput!]!): MetafieldsSetPayload
  productDelete(input: ProductDeleteInput!, synchronous: Boolean = true): ProductDeletePayload
  productSet(identifier: ProductSetIdentifiers, input: ProductSetInput!, synchronous: Boolean = true): ProductSetPayload
  productVariantsBulkUpdate(allowPartialUpdates: Boolean = false, productId: ID!, variants: [ProductVariantsBulkInput!]!): ProductVariantsBulkUpdatePayload
  productUpdate(identifier: ProductUpdateIdentifiers, product: ProductUpdateInput): ProductUpdatePayload
  publishablePublish(id: ID!, input: [PublicationInput!]!): PublishablePublishPayload
  publishableUnpublish(id: ID!, input: [PublicationInput!]!): PublishableUnpublishPayload
  stagedUploadsCreate(input: [StagedUploadInput!]!): StagedUploadsCreatePayload
}

type ProductDeletePayload {
  deletedProductId: ID
  shop: Shop!
  userErrors: [UserError!]!
}

interface ProductOperation {
  product: Product
  status: ProductOperationStatus!
}

type ProductSetOperation implements Node & ProductOperation {
  id: ID!
  product: Product
  status: ProductOperationStatus!
  userErrors: [ProductSetUserError!]!
}

type ProductSetPayload {
  product: Product
  productSetOperation: ProductSetOperation
  userErrors: [ProductSetUserError!]!
}

type ProductSetUserError implements DisplayableError {
  code: ProductSetUserErrorCode
  field: [String!]
  message: String!
}

type ProductUpdatePayload {
  product: Product
  userErrors: [UserError!]!
}

type MetafieldsSetPayload {
  metafields: [Metafield!]
  userErrors: [MetafieldsSetUserError!]!
}

type MetafieldsSetUserError implements DisplayableError {
  code: MetafieldsSetUserErrorCode
  elementIndex: Int
  field: [String!]
  message: String!
}

type ProductVariantsBulkUpdatePayload {
  product: Product
  productVariants: [ProductVariant!]
  userErrors: [ProductVariantsBulkUpdateUserError!]!
}

type ProductVariantsBulkUpdateUserError implements DisplayableError {
  code: ProductVariantsBulkUpdateUserErrorCode
  field: [String!]
  message: String!
}

type PublishablePublishPayload {
  publishable: Publishable
  shop: Shop!
  userErrors: [UserError!]!
}

type PublishableUnpublishPayload {
  publishable: Publishable
  shop: Shop!
  userErrors: [UserError!]!
}

type QueryRoot {
  bulkOperation(id: ID!): BulkOperation
  bulkOperations(after: String, before: String, first: Int, last: Int, query: String, reverse: Boolean = false, sortKey: BulkOperationsSortKeys = CREATED_AT): BulkOperationConnection!
  collectionByIdentifier(identifier: CollectionIdentifierInput!): Collection
  collections(after: String, before: String, first: Int, last: Int, query: String, reverse: Boolean = false, sortKey: CollectionSortKeys = ID): CollectionConnection!
  currentAppInstallation: AppInstallation!
  currentBulkOperation(type: BulkOperationType = QUERY): BulkOperation
  locations(after: String, before: String, first: Int, includeInactive: Boolean = false, last: Int, query: String, reverse: Boolean = false, sortKey: LocationSortKeys = NAME): LocationConnection!
  metafieldDefinitions(after: String, before: String, first: Int, key: String, last: Int, namespace: String, ownerType: MetafieldOwnerType!, query: String, reverse: Boolean = false, sortKey: MetafieldDefinitionSortKeys = ID): MetafieldDefinitionConnection!
  node(id: ID!): Node
  nodes(ids: [ID!]!): [Node]!
  product(id: ID!): Product
  productByIdentifier(identifier: ProductIdentifierInput!): Product
  productOperation(id: ID!): ProductOperation
  products(after: String, before: String, first: Int, last: Int, query: String, reverse: Boolean = false, sortKey: ProductSortKeys = ID): ProductConnection!
  productsCount(limit: Int = 10000, query: String): Count
  publications(after: String, before: String, first: Int, last: Int, reverse: Boolean = false): PublicationConnection!
  shop: Shop!
}

type UserError implements DisplayableError {
  field: [String!]
  message: String!
}
`;
