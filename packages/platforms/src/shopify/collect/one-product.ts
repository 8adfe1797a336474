import type { Product } from '@bowerbird/catalog/product';
import type { AppError } from '@bowerbird/contract/errors';
import { productAddress } from '../../collecting/links/handle-address.ts';
import { closedWay } from '../../net/failures.ts';
import type { Visit } from '../../net/http.ts';
import { isObject } from '../../reading/unread.ts';
import { feedFormOf } from './ajax.ts';
import type { ProductForm, Stocked } from './inventory/stock.ts';
import { productOnPage } from './page/page.ts';
import { readProduct, type ShopFacts } from './schema.ts';
import { withFormMark } from './unstated.ts';

/** Adds inventory to what a form gives of a product. */
type AddStock = (sent: unknown, handle: string, read: ProductForm) => Promise<Stocked | null>;

/**
 * Returns a reader of single products: `.json` (exact prices, currency, barcode), then `.js`, then the page. A shop
 * closes a form for all products, so a form that works while the first one never has is tried first from then on. With
 * `addStock`, inventory that the form does not give is read from another.
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
        // The price is the shop's own: it would be the same in the other forms.
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
  const stated = stocked?.sent ?? sent;
  return withFormMark(readProduct(stated, { ...facts, stock: stocked?.note ?? null }), form, stated);
}

/** Notes missing inventory for the page, which is the last form: what it does not give, no form gave. */
function withPageNote(product: Product): Product {
  const stated = product.variants.every(({ stock }) => stock !== null);
  return {
    ...product,
    extra: { ...product.extra, stock: stated ? { stated } : { stated, because: 'not-stated' } },
  };
}
