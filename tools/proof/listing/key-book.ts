import { listingKey } from '../../../apps/server/src/listing/key.ts';
import type { ProofMerchant } from './merchant.ts';

/** So many times at most a product of a round is listed anew after it was gone. */
const generationsMax = 5;

type Maker = Pick<ProofMerchant, 'ownerId' | 'installationId' | 'shopId'>;

/** Which product of whose bears which key, told without the ledger that is judged. */
export class KeyBook {
  readonly #products = new Map<string, { productId: string; ownerId: string }>();

  /** Notes the keys that this product can bear in this merchant's shop. */
  add({ ownerId, installationId, shopId }: Maker, productId: string): void {
    for (let generation = 1; generation <= generationsMax; generation += 1) {
      this.#products.set(listingKey(installationId, productId, shopId, generation), { productId, ownerId });
    }
  }

  productOf(key: string): string | null {
    return this.#products.get(key)?.productId ?? null;
  }

  isKnown(key: string): boolean {
    return this.#products.has(key);
  }

  isOf(key: string, ownerId: string): boolean {
    return this.#products.get(key)?.ownerId === ownerId;
  }
}
