import { AppError, type ErrorCode } from '@bowerbird/contract/errors';
import { productAddress } from '../../../collecting/links/handle-address.ts';
import { isOfOneProduct } from '../../../net/failures.ts';
import type { Visit } from '../../../net/http.ts';
import { isObject, itemsOf, type UnreadObject } from '../../../reading/unread.ts';
import { variantRowsOn } from '../page/page.ts';
import { type StockNote, statesAllStock, withInventory } from './inventory.ts';

/** A form in which a shop serves one product: its address with `.json` or `.js`, or the page itself. */
export type ProductForm = 'json' | 'js' | 'html';

/** A product in the feed's own form, with what was found out about its inventory. */
export interface Stocked {
  sent: UnreadObject;
  note: StockNote;
}

/** After this many products in a row for which every form was refused, or gave no quantity, no more are requested. */
const inVainMax = 3;

/**
 * Reads the inventory of products whose list leaves it out, with one request for each product: in the form that gave it
 * before, else in each form until one gives it. A shop that refuses every form, that repeatedly demands a pause, or
 * that gives no quantity in any form is not requested any more; the reason is noted with each product (`StockNote`).
 * Never throws for a refusal: what a list gave already is worth more.
 */
export function stockReader(visit: Visit) {
  let forms: readonly ProductForm[] = ['json', 'js', 'html'];
  let hasStated = false;
  let inVain = 0;
  let ended: ErrorCode | 'not-stated' | null = null;
  let line: Promise<unknown> = Promise.resolve();

  async function read(
    sent: UnreadObject,
    handle: string,
    root: string,
    known: ProductForm | null,
  ): Promise<Stocked> {
    let product = sent;
    let refused: ErrorCode | null = null;
    let wasOpen = known !== null;
    for (const form of forms) {
      if (isComplete(product) || ended !== null) {
        break;
      }
      if (form === known) {
        continue;
      }
      try {
        product = withInventory(product, await variantsIn(visit, form, handle, root));
        wasOpen = true;
        if (isComplete(product)) {
          forms = [form, ...forms.filter((other) => other !== form)];
          hasStated = true;
        } else if (hasStated) {
          break;
        }
      } catch (thrown) {
        const refusal = refusalIn(thrown);
        refused ??= refusal.code;
        if (isOfShop(refusal)) {
          ended ??= refusal.code;
        }
        if (!isOfForm(refusal)) {
          break;
        }
      }
    }
    const stated = statesAllStock(product);
    // A form that is open but has no quantity is more significant than one that is refused, unless the refused one gave
    // the quantity before.
    const because = ended ?? (refused !== null && (hasStated || !wasOpen) ? refused : 'not-stated');
    inVain = stated ? 0 : inVain + 1;
    if (inVain >= inVainMax && (refused !== null || !hasStated)) {
      ended ??= because;
    }
    return { sent: product, note: stated ? { stated } : { stated, because } };
  }

  /** `known` names the form that this product was read in already; null for a list. */
  return (sent: UnreadObject, handle: string, root: string, known: ProductForm | null): Promise<Stocked> => {
    if (hasStated || ended !== null) {
      return read(sent, handle, root, known);
    }
    // Until a form gave the inventory, products are read one after the other: each that searches for the form costs
    // more than one request.
    const turn = line.then(() => read(sent, handle, root, known));
    line = turn.catch(() => undefined);
    return turn;
  };
}

/** Reports whether nothing is left to read: the inventory is known, and whether each variant can be bought. */
function isComplete(product: UnreadObject): boolean {
  return (
    statesAllStock(product) &&
    itemsOf(product.variants).every((row) => isObject(row) && typeof row.available === 'boolean')
  );
}

async function variantsIn(
  visit: Visit,
  form: ProductForm,
  handle: string,
  root: string,
): Promise<UnreadObject[]> {
  const address = productAddress(root, handle);
  if (form === 'html') {
    return variantRowsOn((await visit.getText(new URL(address), { beside: true })).text, handle);
  }
  const body = await visit.getJson(new URL(`${address}.${form}`), { beside: true });
  const product = form === 'json' && isObject(body) ? body.product : body;
  return itemsOf(isObject(product) ? product.variants : null).filter(isObject);
}

/** Returns a refusal as a named error. Rethrows anything else. */
function refusalIn(thrown: unknown): AppError {
  if (thrown instanceof AppError && /^(?:source|address)\./.test(thrown.code)) {
    return thrown;
  }
  throw thrown;
}

/** Reports whether only this form is closed, so that another may be open. */
function isOfForm(refusal: AppError): boolean {
  return isOfOneProduct(refusal) || refusal.params.status === 403;
}

/** Reports whether a refusal means that the shop wants no more such requests. */
function isOfShop({ code, params }: AppError): boolean {
  const wantsRest = code === 'source.slow-down' || params.status === 430;
  return wantsRest || code === 'source.password-protected' || code === 'source.frozen';
}
