import type { Product } from '@bowerbird/catalog/product';
import type { AppError } from '@bowerbird/contract/errors';
import { productAddress } from '../collecting/handle-address.ts';
import { closedWay } from '../failures.ts';
import type { Visit } from '../http.ts';
import { isObject } from '../unread.ts';
import { feedFormOf } from './ajax.ts';
import { productOnPage } from './page.ts';
import { readProduct, type ShopFacts } from './schema.ts';
import type { ProductForm, Stocked } from './stock.ts';
import { withFormMark } from './untold.ts';

/** Completes what a form told of a product with its stock. */
type AddStock = (sent: unknown, handle: string, read: ProductForm) => Promise<Stocked | null>;

/**
 * Reads single products: `.json` (exact prices, currency, barcode), then `.js`, then the page. A shop closes forms as
 * a whole, so a form that works when the first never has goes first from then on. With `addStock`, what the form does not
 * tell of the stock is asked for in another.
 */
export function oneProductReader(
  visit: Visit,
  addStock: AddStock | null = null,
): (handle: string, facts: ShopFacts) => Promise<Product> {
  let forms: ProductForm[] = ['json', 'js', 'html'];
  let firstWorked = false;

  return async (handle, facts) => {
    let failure: AppError | null = null;
    for (const form of forms) {
      try {
        const product = await readForm(visit, form, handle, facts, addStock);
        if (form === forms[0]) {
          firstWorked = true;
        } else if (!firstWorked) {
          forms = [form, ...forms.filter((other) => other !== form)];
          firstWorked = true;
        }
        return product;
      } catch (thrown) {
        failure = closedWay(thrown);
        // The shop's own price: it would stand so in the other forms.
        if (failure.code === 'source.price-unreadable') {
          throw failure;
        }
      }
    }
    throw failure;
  };
}

async function readForm(
  visit: Visit,
  form: ProductForm,
  handle: string,
  facts: ShopFacts,
  addStock: AddStock | null,
): Promise<Product> {
  const address = productAddress(facts.root, handle);
  if (form === 'html') {
    const { text } = await visit.getText(new URL(address));
    const product = productOnPage(text, handle, facts);
    return addStock === null ? product : withPageNote(product);
  }
  const body = await visit.getJson(new URL(`${address}.${form}`));
  const sent = form === 'js' ? feedFormOf(body) : isObject(body) ? body.product : null;
  const stocked = (await addStock?.(sent, handle, form)) ?? null;
  const told = stocked?.sent ?? sent;
  return withFormMark(readProduct(told, { ...facts, stock: stocked?.note ?? null }), form, told);
}

/** The page is the last form there is: what it does not tell, none told. */
function withPageNote(product: Product): Product {
  const told = product.variants.every(({ stock }) => stock !== null);
  return { ...product, extra: { ...product.extra, stock: told ? { told } : { told, because: 'not-told' } } };
}
