import type { Product } from '@bowerbird/catalog/product';
import { AppError, type ErrorCode } from '@bowerbird/contract/errors';
import { closedWay } from '../failures.ts';
import type { Visit } from '../http.ts';
import { idOf, isObject, itemsOf, wholeOf } from '../unread.ts';
import { type Stock, stockIn } from './schema.ts';

const none: Stock = new Map();
/** After so many products in a row whose call was refused or told no quantity, no more are asked for (`docs/decisions/0027`). */
const inVainMax = 3;

/** What reads the stock of a shop's products, and notes what came of it with each product that it was wanted for. */
export interface StockReader {
  /** The stock of a product as the official call sends it; empty where that tells it itself, or nobody tells it. */
  of(sent: unknown): Promise<Stock>;
  /** The product with `extra.stock`, where stock is wanted. */
  noted(product: Product): Product;
}

/**
 * Reads stock by the theme's own call, one more request for each product. Where it is not wanted, it is asked only for
 * products that tell neither a quantity nor whether they can be bought. Nothing depends on it: a refusal is noted, never thrown.
 */
export function stockReader(visit: Visit, root: string, isWanted: boolean): StockReader {
  let inVain = 0;
  let refused: ErrorCode | null = null;

  return {
    async of(sent) {
      const id = isObject(sent) ? idOf(sent.id) : null;
      if (id === null || tellsEnough(sent, isWanted) || inVain >= inVainMax) {
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
      const told = product.variants.every(({ stock }) => stock !== null);
      const note = told ? { told } : { told, because: refused ?? 'not-told' };
      return { ...product, extra: { ...product.extra, stock: note } };
    },
  };
}

/** Whether a product tells of each variant what is wanted: a quantity; else that or whether it can be bought. */
function tellsEnough(sent: unknown, isWanted: boolean): boolean {
  const variants = isObject(sent) ? itemsOf(sent.variants).filter(isObject) : [];
  return variants.every((one) =>
    isWanted
      ? wholeOf(one.inventory_quantity) !== null
      : ['inventory_quantity', 'available', 'sold_out'].some((key) => key in one),
  );
}

/** A refusal by its name. Anything else that is thrown goes on its way; so does what shuts the source, where nobody wants stock. */
function refusalIn(thrown: unknown, isWanted: boolean): AppError {
  if (isWanted && thrown instanceof AppError && /^(?:source|address)\./.test(thrown.code)) {
    return thrown;
  }
  return closedWay(thrown);
}
