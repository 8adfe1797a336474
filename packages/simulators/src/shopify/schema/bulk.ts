/** Part of the Admin schema 2026-10 that we serve: files staged for the store, and operations that process one. */
export const bulkSdl = /* GraphQL */ `
enum BulkMutationErrorCode {
  INTERNAL_FILE_SERVER_ERROR
  INVALID_MUTATION
  INVALID_STAGED_UPLOAD_FILE
  LIMIT_REACHED
  NO_SUCH_FILE
  OPERATION_IN_PROGRESS
}

type BulkMutationUserError implements DisplayableError {
  code: BulkMutationErrorCode
  field: [String!]
  message: String!
}

type BulkOperation implements Node {
  completedAt: DateTime
  createdAt: DateTime!
  errorCode: BulkOperationErrorCode
  fileSize: UnsignedInt64
  id: ID!
  objectCount: UnsignedInt64!
  partialDataUrl: URL
  query: String!
  rootObjectCount: UnsignedInt64!
  status: BulkOperationStatus!
  type: BulkOperationType!
  url: URL
}

type BulkOperationCancelPayload {
  bulkOperation: BulkOperation
  userErrors: [UserError!]!
}

type BulkOperationConnection {
  edges: [BulkOperationEdge!]!
  nodes: [BulkOperation!]!
  pageInfo: PageInfo!
}

type BulkOperationEdge {
  cursor: String!
  node: BulkOperation!
}

enum BulkOperationErrorCode { ACCESS_DENIED INTERNAL_SERVER_ERROR TIMEOUT }

type BulkOperationRunMutationPayload {
  bulkOperation: BulkOperation
  userErrors: [BulkMutationUserError!]!
}

type BulkOperationRunQueryPayload {
  bulkOperation: BulkOperation
  userErrors: [BulkOperationUserError!]!
}

enum BulkOperationStatus { CANCELED CANCELING COMPLETED CREATED EXPIRED FAILED RUNNING }

enum BulkOperationType { MUTATION QUERY }

type BulkOperationUserError implements DisplayableError {
  code: BulkOperationUserErrorCode
  field: [String!]
  message: String!
}

enum BulkOperationUserErrorCode { INVALID LIMIT_REACHED OPERATION_IN_PROGRESS }

enum BulkOperationsSortKeys { COMPLETED_AT CREATED_AT }

type StagedMediaUploadTarget {
  parameters: [StagedUploadParameter!]!
  resourceUrl: URL
  url: URL
}

enum StagedUploadHttpMethodType { POST PUT }

input StagedUploadInput {
  fileSize: UnsignedInt64
  filename: String!
  httpMethod: StagedUploadHttpMethodType = PUT
  mimeType: String!
  resource: StagedUploadTargetGenerateUploadResource!
}

type StagedUploadParameter {
  name: String!
  value: String!
}

enum StagedUploadTargetGenerateUploadResource { BULK_MUTATION_VARIABLES FILE IMAGE PRODUCT_IMAGE }

type StagedUploadsCreatePayload {
  stagedTargets: [StagedMediaUploadTarget!]
  userErrors: [UserError!]!
}
`;
