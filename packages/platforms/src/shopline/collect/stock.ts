import type { Product } from '@bowerbird/catalog/product';
import { AppError, type ErrorCode } from '@bowerbird/contract/errors';
import { closedWay } from '../../net/failures.ts';
import type { Visit } from '../../net/http.ts';
import { idOf, isObject, itemsOf, wholeOf } from '../../reading/unread.ts';
import { type Stock, stockIn } from './schema.ts';

const none: Stock = new Map();
/**
 * After this many consecutive products whose call was refused or gave no quantity, no more are requested
 * (`docs/decisions/0027`).
 */
const inVainMax = 3;

/** Reads the inventory of a shop's products, and records the result with each product for which it was wanted. */
export interface StockReader {
  /**
   * Returns the inventory of a product as the official call sends it; empty when the product itself contains it, or
   * when no source gives it.
   */
  of(sent: unknown): Promise<Stock>;
  /** Returns the product with `extra.stock`, when inventory is wanted. */
  noted(product: Product): Product;
}

/**
 * Reads inventory through the theme's own call, with one more request per product. When it is not wanted, requests it
 * only for products that give neither a quantity nor whether they can be bought. Nothing depends on it: a refusal is
 * recorded, never thrown.
 */
export function stockReader(visit: Visit, root: string, isWanted: boolean): StockReader {
  let inVain = 0;
  let refused: ErrorCode | null = null;

  return {
    async of(sent) {
      const id = isObject(sent) ? idOf(sent.id) : null;
      if (id === null || statesEnough(sent, isWanted) || inVain >= inVainMax) {
        return none;
      }
      try {
        const url = new URL(`${root}/leproxy/api/product/detail/highFrequencyData/query`);
        url.searchParams.set('productId', id);
        const body = await visit.getJson(url, isWanted ? { beside: true } : { optional: true });
        const data = isObject(body) && isObject(body.data) ? body.data : {};
        const stock = stockIn(itemsOf(isObject(data.sku) ? data.sku.skuList : null).filter(isObject));
        inVain = isWanted && stock.size === 0 ? inVain + 1 : 0;
        return stock;
      } catch (thrown) {
        refused ??= refusalIn(thrown, isWanted).code;
        inVain += isWanted ? 1 : 0;
        return none;
      }
    },
    noted(product) {
      if (!isWanted) {
        return product;
      }
      const stated = product.variants.every(({ stock }) => stock !== null);
      const note = stated ? { stated } : { stated, because: refused ?? 'not-stated' };
      return { ...product, extra: { ...product.extra, stock: note } };
    },
  };
}

/**
 * Reports whether a product gives what is wanted of each variant: a quantity, or otherwise a quantity or whether it can
 * be bought.
 */
function statesEnough(sent: unknown, isWanted: boolean): boolean {
  const variants = isObject(sent) ? itemsOf(sent.variants).filter(isObject) : [];
  return variants.every((one) =>
    isWanted
      ? wholeOf(one.inventory_quantity) !== null
      : ['inventory_quantity', 'available', 'sold_out'].some((key) => key in one),
  );
}

/**
 * Returns a refusal as a named error. Rethrows anything else, and an error that closes the source when inventory is not
 * wanted.
 */
function refusalIn(thrown: unknown, isWanted: boolean): AppError {
  if (isWanted && thrown instanceof AppError && /^(?:source|address)\./.test(thrown.code)) {
    return thrown;
  }
  return closedWay(thrown);
}
