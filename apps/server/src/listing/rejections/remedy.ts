import type { RejectionRemedy } from '@bowerbird/contract/listing/rejections';
import type { Services } from '../../services/services.ts';
import type { StoreWithShop } from '../../stores/queries.ts';

/**
 * Returns what remedies a rejection at once; null where only its products can be edited. Images that a store cannot
 * fetch are brought into its media library instead where the platform has one and the current connection does not open
 * it.
 */
export function remedyFor(
  { platforms }: Pick<Services, 'platforms'>,
  code: string,
  stores: readonly StoreWithShop[],
): RejectionRemedy | null {
  switch (code) {
    case 'store.images-unreachable':
    case 'store.image-invalid':
      return stores.some(({ store, shop }) => {
        const images = platforms.get(shop.platform)?.lister?.writer.images;
        return images?.kind === 'library' && !images.opensTo({ connection: store.connection });
      })
        ? 'upload-images'
        : null;
    case 'store.scope-missing':
    case 'store.access-denied':
      return 'reconnect';
    default:
      return null;
  }
}
