/**
 * Part of the Admin schema 2026-10 that we serve: the shop itself, with app, publications, locations, collections,
 * metafields, paging.
 */
export const shopSdl = /* GraphQL */ `
type AccessScope {
  description: String!
  handle: String!
}

type AppInstallation implements Node {
  accessScopes: [AccessScope!]!
  id: ID!
}

type Collection implements Node & Publishable {
  descriptionHtml: HTML!
  handle: String!
  id: ID!
  productsCount: Count
  publishedOnPublication(publicationId: ID!): Boolean!
  resourcePublicationsCount(onlyPublished: Boolean = true): Count
  resourcePublicationsV2(after: String, before: String, first: Int, last: Int, onlyPublished: Boolean = true, reverse: Boolean = false): ResourcePublicationV2Connection!
  ruleSet: CollectionRuleSet
  seo: SEO!
  title: String!
  updatedAt: DateTime!
}

type CollectionRuleSet {
  appliedDisjunctively: Boolean!
}

type CollectionConnection {
  edges: [CollectionEdge!]!
  nodes: [Collection!]!
  pageInfo: PageInfo!
}

type CollectionEdge {
  cursor: String!
  node: Collection!
}

type Count {
  count: Int!
  precision: CountPrecision!
}

interface DisplayableError {
  field: [String!]
  message: String!
}

type Domain implements Node {
  host: String!
  id: ID!
  sslEnabled: Boolean!
  url: URL!
}

interface HasMetafields {
  metafield(key: String!, namespace: String): Metafield
  metafields(after: String, before: String, first: Int, keys: [String!], last: Int, namespace: String, reverse: Boolean = false): MetafieldConnection!
}

type Location implements Node {
  fulfillsOnlineOrders: Boolean!
  id: ID!
  isActive: Boolean!
  name: String!
}

type LocationConnection {
  edges: [LocationEdge!]!
  nodes: [Location!]!
  pageInfo: PageInfo!
}

type LocationEdge {
  cursor: String!
  node: Location!
}

type Metafield implements Node {
  createdAt: DateTime!
  id: ID!
  key: String!
  namespace: String!
  owner: HasMetafields!
  ownerType: MetafieldOwnerType!
  type: String!
  updatedAt: DateTime!
  value: String!
}

type MetafieldCapabilities {
  uniqueValues: MetafieldCapabilityUniqueValues!
}

type MetafieldCapabilityUniqueValues {
  eligible: Boolean!
  enabled: Boolean!
}

type MetafieldConnection {
  edges: [MetafieldEdge!]!
  nodes: [Metafield!]!
  pageInfo: PageInfo!
}

type MetafieldDefinition implements Node {
  capabilities: MetafieldCapabilities!
  description: String
  id: ID!
  key: String!
  metafieldsCount: Int!
  name: String!
  namespace: String!
  ownerType: MetafieldOwnerType!
  type: MetafieldDefinitionType!
}

type MetafieldDefinitionConnection {
  edges: [MetafieldDefinitionEdge!]!
  nodes: [MetafieldDefinition!]!
  pageInfo: PageInfo!
}

type MetafieldDefinitionEdge {
  cursor: String!
  node: MetafieldDefinition!
}

type MetafieldDefinitionType {
  category: String!
  name: String!
}

type MetafieldEdge {
  cursor: String!
  node: Metafield!
}

interface Node {
  id: ID!
}

type PageInfo {
  endCursor: String
  hasNextPage: Boolean!
  hasPreviousPage: Boolean!
  startCursor: String
}

type Publication implements Node {
  autoPublish: Boolean!
  id: ID!
  name: String!
  supportsFuturePublishing: Boolean!
}

type PublicationConnection {
  edges: [PublicationEdge!]!
  nodes: [Publication!]!
  pageInfo: PageInfo!
}

type PublicationEdge {
  cursor: String!
  node: Publication!
}

interface Publishable {
  publishedOnPublication(publicationId: ID!): Boolean!
  resourcePublicationsCount(onlyPublished: Boolean = true): Count
  resourcePublicationsV2(after: String, before: String, first: Int, last: Int, onlyPublished: Boolean = true, reverse: Boolean = false): ResourcePublicationV2Connection!
}

type ResourcePublicationV2 {
  isPublished: Boolean!
  publication: Publication!
  publishDate: DateTime
}

type ResourcePublicationV2Connection {
  edges: [ResourcePublicationV2Edge!]!
  nodes: [ResourcePublicationV2!]!
  pageInfo: PageInfo!
}

type ResourcePublicationV2Edge {
  cursor: String!
  node: ResourcePublicationV2!
}

type Shop implements Node {
  createdAt: DateTime!
  currencyCode: CurrencyCode!
  email: String!
  ianaTimezone: String!
  id: ID!
  myshopifyDomain: String!
  name: String!
  plan: ShopPlan!
  primaryDomain: Domain!
  resourceLimits: ShopResourceLimits!
  taxesIncluded: Boolean!
  timezoneOffset: String!
  url: URL!
  weightUnit: WeightUnit!
}

type ShopPlan {
  displayName: String!
  partnerDevelopment: Boolean!
  publicDisplayName: String!
  shopifyPlus: Boolean!
}

type ShopResourceLimits {
  locationLimit: Int!
  maxProductOptions: Int!
  maxProductVariants: Int!
  redirectLimitReached: Boolean!
}
`;
