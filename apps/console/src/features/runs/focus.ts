import type { ListingItem } from '@bowerbird/contract/listing/listing';

export interface Focus {
  item: ListingItem;
  storeId: string;
}
