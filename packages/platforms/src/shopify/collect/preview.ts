import type { Product } from '@bowerbird/catalog/product';
import { AppError } from '@bowerbird/contract/errors';
import { categoryAddress, productAddress } from '../../collecting/links/handle-address.ts';
import { foundLinks } from '../../collecting/links/links.ts';
import type { Place } from '../../collecting/shop-reader.ts';
import type { PlatformContext } from '../../context.ts';
import { isOfOneProduct } from '../../net/failures.ts';
import { atOnce, startVisit } from '../../net/http.ts';
import { isObject, itemsOf } from '../../reading/unread.ts';
import { feedAddress } from './feed.ts';
import { productOnPage } from './page/page.ts';
import { readProduct, type ShopFacts } from './schema.ts';
import { searchPage } from './search.ts';
import { readShopMeta } from './shop-facts.ts';

const previewed = 6;

/**
 * Returns what a person sees before collecting, in two requests; an error of the shop is reported at once, without
 * waiting for it to recover.
 */
export async function preview(
  { root, shop, scope, key: handle }: Place,
  context: PlatformContext,
): Promise<{ products: Product[]; promised: number | null }> {
  const visit = startVisit(context, atOnce);
  const facts: ShopFacts = { root, shop, storeName: null, currency: null };

  if (scope === 'product' && handle !== null) {
    const address = productAddress(root, handle);
    const body = await unlessClosed(visit.getJson(new URL(`${address}.json`)));
    if (isObject(body)) {
      return { products: readable([body.product], facts), promised: 1 };
    }
    const { text } = await visit.getText(new URL(address));
    return { products: [productOnPage(text, handle, facts)], promised: 1 };
  }

  if (scope === 'search' && handle !== null) {
    const [found] = foundLinks((await visit.getText(searchPage(root, handle, 1))).text);
    const body =
      found === undefined
        ? null
        : await unlessClosed(visit.getJson(new URL(`${productAddress(root, found)}.json`)));
    return { products: isObject(body) ? readable([body.product], facts) : [], promised: null };
  }

  const list = scope === 'category' && handle !== null ? categoryAddress(root, handle) : root;
  const body = await unlessClosed(visit.getJson(feedAddress(list, 1, previewed)));
  const meta = await readShopMeta(visit, root);
  const products = readable(isObject(body) ? itemsOf(body.products) : [], {
    ...facts,
    storeName: meta.name,
    currency: meta.currency,
  });
  // The count that a category states is not worth a request: it is often wrong.
  return { products, promised: scope === 'shop' ? meta.promised : null };
}

/** Returns the readable products; the run itself reports the others. */
function readable(sent: readonly unknown[], facts: ShopFacts): Product[] {
  return sent.slice(0, previewed).flatMap((item) => {
    try {
      return [readProduct(item, facts)];
    } catch (thrown) {
      if (thrown instanceof AppError) {
        return [];
      }
      throw thrown;
    }
  });
}

/** A closed feed does not fail a preview: collecting has other methods. */
async function unlessClosed(requested: Promise<unknown>): Promise<unknown> {
  try {
    return await requested;
  } catch (thrown) {
    if (thrown instanceof AppError && isOfOneProduct(thrown)) {
      return null;
    }
    throw thrown;
  }
}
