export const runMutation = /* GraphQL */ `mutation BowerbirdBulk($mutation: String!, $stagedUploadPath: String!, $clientIdentifier: String) {
  bulkOperationRunMutation(mutation: $mutation, stagedUploadPath: $stagedUploadPath, clientIdentifier: $clientIdentifier) {
    bulkOperation { id status objectCount rootObjectCount url partialDataUrl }
    userErrors { code field message }
  }
}`;

/** Objects are not grouped, which would only slow it down: the full scan has no connection within another. */
export const runQuery = /* GraphQL */ `mutation BowerbirdBulkQuery($query: String!) {
  bulkOperationRunQuery(query: $query, groupObjects: false) {
    bulkOperation { id status objectCount rootObjectCount url partialDataUrl }
    userErrors { code field message }
  }
}`;

export const oneOperation = /* GraphQL */ `query BowerbirdBulkOperation($id: ID!) {
  bulkOperation(id: $id) { id status objectCount rootObjectCount url partialDataUrl }
}`;

/** Newest first, and without a search, which may be stale. */
export const findOperations = /* GraphQL */ `query BowerbirdBulkOperations($first: Int!, $after: String) {
  bulkOperations(first: $first, after: $after, sortKey: CREATED_AT, reverse: true) {
    nodes { id status objectCount rootObjectCount url partialDataUrl query }
    pageInfo { hasNextPage endCursor }
  }
}`;
