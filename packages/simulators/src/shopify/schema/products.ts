/** Part of the Admin schema 2026-10 that we serve: products, variants, images and inventory. */
export const productsSdl = /* GraphQL */ `
type FileError {
  code: FileErrorCode!
  details: String
  message: String!
}

type Image {
  altText: String
  height: Int
  id: ID
  url: URL!
  width: Int
}

type InventoryAdjustmentGroup implements Node {
  changes(inventoryItemIds: [ID!], locationIds: [ID!], quantityNames: [String!]): [InventoryChange!]!
  createdAt: DateTime!
  id: ID!
  reason: String!
  referenceDocumentUri: String
}

type InventoryChange {
  delta: Int!
  item: InventoryItem
  location: Location
  name: String!
  quantityAfterChange: Int
}

type InventoryItem implements Node {
  createdAt: DateTime!
  id: ID!
  inventoryLevel(includeInactive: Boolean = false, locationId: ID!): InventoryLevel
  inventoryLevels(after: String, before: String, first: Int, includeInactive: Boolean = false, last: Int, query: String, reverse: Boolean = false): InventoryLevelConnection!
  measurement: InventoryItemMeasurement!
  requiresShipping: Boolean!
  sku: String
  tracked: Boolean!
  unitCost: MoneyV2
  updatedAt: DateTime!
  variant: ProductVariant!
}

type InventoryItemMeasurement implements Node {
  id: ID!
  weight: Weight
}

type InventoryLevel implements Node {
  id: ID!
  item: InventoryItem!
  location: Location!
  quantities(names: [String!]!): [InventoryQuantity!]!
}

type InventoryLevelConnection {
  edges: [InventoryLevelEdge!]!
  nodes: [InventoryLevel!]!
  pageInfo: PageInfo!
}

type InventoryLevelEdge {
  cursor: String!
  node: InventoryLevel!
}

type InventoryQuantity implements Node {
  id: ID!
  name: String!
  quantity: Int!
  updatedAt: DateTime
}

interface Media {
  alt: String
  id: ID!
  mediaContentType: MediaContentType!
  mediaErrors: [MediaError!]!
  mediaWarnings: [MediaWarning!]!
  preview: MediaPreviewImage
  status: MediaStatus!
}

type MediaConnection {
  edges: [MediaEdge!]!
  nodes: [Media!]!
  pageInfo: PageInfo!
}

type MediaEdge {
  cursor: String!
  node: Media!
}

type MediaError {
  code: MediaErrorCode!
  details: String
  message: String!
}

type MediaImage implements Media & Node {
  alt: String
  createdAt: DateTime!
  fileErrors: [FileError!]!
  fileStatus: FileStatus!
  id: ID!
  image: Image
  mediaContentType: MediaContentType!
  mediaErrors: [MediaError!]!
  mediaWarnings: [MediaWarning!]!
  mimeType: String
  preview: MediaPreviewImage
  status: MediaStatus!
  updatedAt: DateTime!
}

type MediaPreviewImage {
  image: Image
  status: MediaPreviewImageStatus!
}

type MediaWarning {
  code: MediaWarningCode!
  message: String
}

type MoneyV2 {
  amount: Decimal!
  currencyCode: CurrencyCode!
}

type Product implements HasMetafields & Node & Publishable {
  category: TaxonomyCategory
  collections(after: String, before: String, first: Int, last: Int, query: String, reverse: Boolean = false, sortKey: CollectionSortKeys = ID): CollectionConnection!
  createdAt: DateTime!
  descriptionHtml: HTML!
  featuredMedia: Media
  handle: String!
  hasOnlyDefaultVariant: Boolean!
  id: ID!
  isGiftCard: Boolean!
  legacyResourceId: UnsignedInt64!
  media(after: String, before: String, first: Int, last: Int, query: String, reverse: Boolean = false, sortKey: ProductMediaSortKeys = POSITION): MediaConnection!
  mediaCount: Count
  metafield(key: String!, namespace: String): Metafield
  metafields(after: String, before: String, first: Int, keys: [String!], last: Int, namespace: String, reverse: Boolean = false): MetafieldConnection!
  onlineStorePreviewUrl: URL
  onlineStoreUrl: URL
  options(first: Int): [ProductOption!]!
  priceRangeV2: ProductPriceRangeV2!
  productType: String!
  publishedAt: DateTime
  publishedOnPublication(publicationId: ID!): Boolean!
  resourcePublicationsCount(onlyPublished: Boolean = true): Count
  resourcePublicationsV2(after: String, before: String, first: Int, last: Int, onlyPublished: Boolean = true, reverse: Boolean = false): ResourcePublicationV2Connection!
  seo: SEO!
  status: ProductStatus!
  tags: [String!]!
  templateSuffix: String
  title: String!
  totalInventory: Int!
  tracksInventory: Boolean!
  updatedAt: DateTime!
  variants(after: String, before: String, first: Int, last: Int, reverse: Boolean = false, sortKey: ProductVariantSortKeys = POSITION): ProductVariantConnection!
  variantsCount: Count
  vendor: String!
}

type ProductConnection {
  edges: [ProductEdge!]!
  nodes: [Product!]!
  pageInfo: PageInfo!
}

type ProductEdge {
  cursor: String!
  node: Product!
}

type ProductOption implements Node {
  id: ID!
  name: String!
  optionValues: [ProductOptionValue!]!
  position: Int!
  values: [String!]!
}

type ProductOptionValue implements Node {
  hasVariants: Boolean!
  id: ID!
  name: String!
}

type ProductPriceRangeV2 {
  maxVariantPrice: MoneyV2!
  minVariantPrice: MoneyV2!
}

type ProductVariant implements HasMetafields & Node {
  availableForSale: Boolean!
  barcode: String
  compareAtPrice: Money
  createdAt: DateTime!
  displayName: String!
  id: ID!
  inventoryItem: InventoryItem!
  inventoryPolicy: ProductVariantInventoryPolicy!
  inventoryQuantity: Int
  legacyResourceId: UnsignedInt64!
  media(after: String, before: String, first: Int, last: Int, reverse: Boolean = false): MediaConnection!
  metafield(key: String!, namespace: String): Metafield
  metafields(after: String, before: String, first: Int, keys: [String!], last: Int, namespace: String, reverse: Boolean = false): MetafieldConnection!
  position: Int!
  price: Money!
  product: Product!
  selectedOptions: [SelectedOption!]!
  sku: String
  taxable: Boolean!
  title: String!
  updatedAt: DateTime!
}

type ProductVariantConnection {
  edges: [ProductVariantEdge!]!
  nodes: [ProductVariant!]!
  pageInfo: PageInfo!
}

type ProductVariantEdge {
  cursor: String!
  node: ProductVariant!
}

type SEO {
  description: String
  title: String
}

type SelectedOption {
  name: String!
  optionValue: ProductOptionValue!
  value: String!
}

type TaxonomyCategory implements Node {
  fullName: String!
  id: ID!
  isArchived: Boolean!
  isLeaf: Boolean!
  name: String!
}

type Weight {
  unit: WeightUnit!
  value: Float!
}
`;
