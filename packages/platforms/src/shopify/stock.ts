import { AppError, type ErrorCode } from '@bowerbird/contract/errors';
import { productAddress } from '../collecting/handle-address.ts';
import { isOfOneProduct } from '../failures.ts';
import type { Visit } from '../http.ts';
import { isObject, itemsOf, type UnreadObject } from '../unread.ts';
import { tellsAllStock, withInventory } from './inventory.ts';
import { variantRowsOn } from './page.ts';

/** A form in which a shop tells one product: its address with `.json` or `.js`, or the page itself. */
export type ProductForm = 'json' | 'js' | 'html';

/** Whether the shop told a product's stock; kept with the product as `extra.stock`. */
export type StockNote = { told: true } | { told: false; because: ErrorCode | 'not-told' };

/** A product in the feed's own shape, with what was found out of its stock. */
export interface Stocked {
  sent: UnreadObject;
  note: StockNote;
}

/** After so many products in a row for which every form was refused, or told no quantity, no more are asked for. */
const inVainMax = 3;

/**
 * Reads the stock of products whose list leaves it out, with one request for each product: in the form that told it
 * before, else in each form until one tells it. A shop that refuses every form, that asks for a rest again and again, or
 * that tells no quantity in any form is not asked on; why is noted with each product (`StockNote`). Never throws for a
 * refusal: what a list told already is worth more.
 */
export function stockReader(visit: Visit) {
  let forms: readonly ProductForm[] = ['json', 'js', 'html'];
  let hasTold = false;
  let inVain = 0;
  let ended: ErrorCode | 'not-told' | null = null;
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
          hasTold = true;
        } else if (hasTold) {
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
    const told = tellsAllStock(product);
    // A form that is open and silent says more than one that is refused, unless the refused one told it before.
    const because = ended ?? (refused !== null && (hasTold || !wasOpen) ? refused : 'not-told');
    inVain = told ? 0 : inVain + 1;
    if (inVain >= inVainMax && (refused !== null || !hasTold)) {
      ended ??= because;
    }
    return { sent: product, note: told ? { told } : { told, because } };
  }

  /** `known` names the form that this product was read in already; null for a list. */
  return (sent: UnreadObject, handle: string, root: string, known: ProductForm | null): Promise<Stocked> => {
    if (hasTold || ended !== null) {
      return read(sent, handle, root, known);
    }
    // Until a form told it, one product after the other: each that looks for the form costs more than one request.
    const turn = line.then(() => read(sent, handle, root, known));
    line = turn.catch(() => undefined);
    return turn;
  };
}

/** Whether nothing is left to ask for: the stock, and whether each variant can be bought. */
function isComplete(product: UnreadObject): boolean {
  return (
    tellsAllStock(product) &&
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

/** A refusal by its name. Anything else that is thrown goes on its way. */
function refusalIn(thrown: unknown): AppError {
  if (thrown instanceof AppError && /^(?:source|address)\./.test(thrown.code)) {
    return thrown;
  }
  throw thrown;
}

/** Whether only this form is closed, so that another may be open. */
function isOfForm(refusal: AppError): boolean {
  return isOfOneProduct(refusal) || refusal.params.status === 403;
}

/** Whether a refusal says that the shop wants to be asked for no more such things. */
function isOfShop({ code, params }: AppError): boolean {
  const wantsRest = code === 'source.slow-down' || params.status === 430;
  return wantsRest || code === 'source.password-protected' || code === 'source.frozen';
}
