import type { ListingItem } from '@bowerbird/contract/listing';

export interface Focus {
  item: ListingItem;
  storeId: string;
}
