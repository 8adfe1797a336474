import type { Product } from '@bowerbird/catalog/product';
import type { AppError } from '@bowerbird/contract/errors';
import { productAddress } from '../collecting/handle-address.ts';
import { closedWay } from '../failures.ts';
import type { Visit } from '../http.ts';
import { isObject } from '../unread.ts';
import { feedFormOf } from './ajax.ts';
import { productOnPage } from './page.ts';
import { readProduct, type ShopFacts } from './schema.ts';

type Form = 'json' | 'js' | 'html';

/**
 * Reads single products: `.json` (exact prices, currency, barcode), then `.js`, then the page. A shop closes forms as
 * a whole, so a form that works when the first never has goes first from then on.
 */
export function oneProductReader(visit: Visit): (handle: string, facts: ShopFacts) => Promise<Product> {
  let forms: Form[] = ['json', 'js', 'html'];
  let firstWorked = false;

  return async (handle, facts) => {
    let failure: AppError | null = null;
    for (const form of forms) {
      try {
        const product = await readForm(visit, form, handle, facts);
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

async function readForm(visit: Visit, form: Form, handle: string, facts: ShopFacts): Promise<Product> {
  const address = productAddress(facts.root, handle);
  if (form === 'html') {
    const { text } = await visit.getText(new URL(address));
    return productOnPage(text, handle, facts);
  }
  const body = await visit.getJson(new URL(`${address}.${form}`));
  if (form === 'js') {
    return readProduct(feedFormOf(body), facts);
  }
  return readProduct(isObject(body) ? body.product : null, facts);
}
