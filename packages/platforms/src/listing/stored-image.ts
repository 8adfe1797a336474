/** An image in a store's own image library. */
export interface StoredImage {
  id: string;
  address: string;
}
