import { listingKey } from '../../../apps/server/src/listing/ledger/key.ts';
import type { ProofMerchant } from './merchant.ts';

/** Maximum number of times that a round's product is listed again after it was gone. */
const generationsMax = 5;

type Maker = Pick<ProofMerchant, 'ownerId' | 'installationId' | 'shopId'>;

/** Records which product of which merchant has which key, without the ledger that is being judged. */
export class KeyRegister {
  readonly #products = new Map<string, { productId: string; ownerId: string }>();

  /** Notes the keys that this product can have in this merchant's shop. */
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
