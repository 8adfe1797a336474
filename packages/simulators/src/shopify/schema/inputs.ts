/** Part of the Admin schema 2026-10 that we serve: what a caller sends. */
export const inputsSdl = /* GraphQL */ `
input CollectionCreateInput {
  descriptionHtml: String
  handle: String
  seo: SEOInput
  templateSuffix: String
  title: String!
}

input CollectionIdentifierInput @oneOf {
  customId: UniqueMetafieldValueInput
  handle: String
  id: ID
}

input FileSetInput {
  alt: String
  contentType: FileContentType
  duplicateResolutionMode: FileCreateInputDuplicateResolutionMode = APPEND_UUID
  filename: String
  id: ID
  originalSource: String
}

input InventoryItemInput {
  cost: Decimal
  harmonizedSystemCode: String
  measurement: InventoryItemMeasurementInput
  requiresShipping: Boolean
  sku: String
  tracked: Boolean
}

input InventoryItemMeasurementInput {
  weight: WeightInput
}

input InventoryQuantityInput {
  changeFromQuantity: Int
  inventoryItemId: ID!
  locationId: ID!
  quantity: Int!
}

input InventorySetQuantitiesInput {
  name: String!
  quantities: [InventoryQuantityInput!]!
  reason: String!
  referenceDocumentUri: String
}

input MetafieldCapabilityCreateInput {
  uniqueValues: MetafieldCapabilityUniqueValuesInput
}

input MetafieldCapabilityUniqueValuesInput {
  enabled: Boolean!
}

input MetafieldDefinitionInput {
  capabilities: MetafieldCapabilityCreateInput
  description: String
  key: String!
  name: String!
  namespace: String
  ownerType: MetafieldOwnerType!
  pin: Boolean = false
  type: String!
}

input MetafieldInput {
  id: ID
  key: String
  namespace: String
  type: String
  value: String
}

input MetafieldsSetInput {
  key: String!
  namespace: String
  ownerId: ID!
  type: String
  value: String!
}

input OptionSetInput {
  id: ID
  name: String
  position: Int
  values: [OptionValueSetInput!]
}

input OptionValueSetInput {
  id: ID
  name: String
}

input ProductDeleteInput {
  id: ID!
}

input ProductIdentifierInput @oneOf {
  customId: UniqueMetafieldValueInput
  handle: String
  id: ID
}

input ProductSetIdentifiers @oneOf {
  customId: UniqueMetafieldValueInput
  handle: String
  id: ID
}

input ProductSetInput {
  category: ID
  collections: [ID!]
  descriptionHtml: String
  files: [FileSetInput!]
  giftCard: Boolean
  handle: String
  id: ID
  metafields: [MetafieldInput!]
  productOptions: [OptionSetInput!]
  productType: String
  redirectNewHandle: Boolean
  requiresSellingPlan: Boolean
  seo: SEOInput
  status: ProductStatus
  tags: [String!]
  templateSuffix: String
  title: String
  variants: [ProductVariantSetInput!]
  vendor: String
}

input ProductSetInventoryInput {
  locationId: ID!
  name: String!
  quantity: Int!
}

input ProductUpdateIdentifiers @oneOf {
  customId: UniqueMetafieldValueInput
  handle: String
  id: ID
}

input ProductUpdateInput {
  category: ID
  collectionsToJoin: [ID!]
  collectionsToLeave: [ID!]
  descriptionHtml: String
  handle: String
  id: ID
  metafields: [MetafieldInput!]
  productType: String
  redirectNewHandle: Boolean
  seo: SEOInput
  status: ProductStatus
  tags: [String!]
  templateSuffix: String
  title: String
  vendor: String
}

input ProductVariantSetInput {
  barcode: String
  compareAtPrice: Money
  file: FileSetInput
  id: ID
  inventoryItem: InventoryItemInput
  inventoryPolicy: ProductVariantInventoryPolicy
  inventoryQuantities: [ProductSetInventoryInput!]
  metafields: [MetafieldInput!]
  optionValues: [VariantOptionValueInput!]!
  position: Int
  price: Money
  requiresComponents: Boolean
  showUnitPrice: Boolean
  sku: String
  taxCode: String
  taxable: Boolean
}

input ProductVariantsBulkInput {
  barcode: String
  compareAtPrice: Money
  id: ID
  inventoryItem: InventoryItemInput
  inventoryPolicy: ProductVariantInventoryPolicy
  price: Money
  taxable: Boolean
}

input PublicationInput {
  publicationId: ID
  publishDate: DateTime
}

input SEOInput {
  description: String
  title: String
}

input UniqueMetafieldValueInput {
  key: String!
  namespace: String
  value: String!
}

input VariantOptionValueInput {
  id: ID
  linkedMetafieldValue: String
  name: String
  optionId: ID
  optionName: String
}

input WeightInput {
  unit: WeightUnit!
  value: Float!
}
`;
