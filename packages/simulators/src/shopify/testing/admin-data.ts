/** A list as the Admin API gives it. */
interface Nodes<Node> {
  nodes: Node[];
}

interface UserErrors {
  userErrors: { code: string; field: string[]; message: string }[];
}

interface Variant {
  id: string;
  sku: string | null;
  price: string;
  inventoryQuantity: number;
  inventoryItem: { id: string };
}

interface Product {
  id: string;
  handle: string;
  title: string;
  status: string;
  variants: Nodes<Variant>;
  media: Nodes<{ id: string; status: string }>;
}

interface BulkOperation {
  id: string;
  type: string;
  status: string;
  query: string;
  url: string | null;
  partialDataUrl: string | null;
}

interface StartedBulkOperation extends UserErrors {
  bulkOperation: BulkOperation;
}

/**
 * Everything that tests ask of the Admin side; each query gives a part of it. It is not checked: an answer that is not
 * so fails the test that reads it.
 */
export interface AdminData {
  shop: { name: string };
  currentAppInstallation: { accessScopes: { handle: string }[] };
  publications: Nodes<{ id: string }>;
  locations: Nodes<{ id: string }>;
  node: { id: string };
  nodes: { fileStatus: string; image: { url: string } | null }[];
  products: Nodes<Product> & { pageInfo: { hasNextPage: boolean; endCursor: string } };
  productByIdentifier: Product;
  productSet: UserErrors & { product: Product; productSetOperation: { id: string } };
  productOperation: UserErrors & { status: string; product: Product | null };
  productDelete: UserErrors & { deletedProductId: string };
  collectionCreate: UserErrors & { collection: { id: string } };
  metafieldDefinitionCreate: UserErrors;
  inventorySetQuantities: UserErrors & { inventoryAdjustmentGroup: { changes: { delta: number }[] } };
  stagedUploadsCreate: UserErrors & {
    stagedTargets: { url: string; parameters: { name: string; value: string }[] }[];
  };
  bulkOperation: BulkOperation;
  bulkOperations: Nodes<BulkOperation>;
  bulkOperationRunQuery: StartedBulkOperation;
  bulkOperationRunMutation: StartedBulkOperation;
}
