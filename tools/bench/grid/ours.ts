import type { GridProduct } from '@bowerbird/contract/products/grid';
import { apiBase } from '@bowerbird/contract/route';
import type { Page } from '@playwright/test';
import { v7 } from 'uuid';

/**
 * Lets the grid of this page have 10,000 products of one variant: its calls for them are answered here, so that the
 * console alone is measured. Returns what waits until all of them were read.
 */
export async function answerWithProducts(page: Page): Promise<() => Promise<void>> {
  const products = new Map(
    Array.from({ length: 10_000 }, (_, at) => product(at)).map((each) => [each.id, each] as const),
  );
  await page.route(`**${apiBase}/grid/open`, (route) =>
    route.fulfill({ json: { data: { ids: [...products.keys()], total: products.size } } }),
  );
  const { promise, resolve } = Promise.withResolvers<void>();
  let read = 0;
  await page.route(`**${apiBase}/grid/rows`, async (route) => {
    const { ids } = route.request().postDataJSON() as { ids: string[] };
    await route.fulfill({ json: { data: { products: ids.flatMap((id) => products.get(id) ?? []) } } });
    read += ids.length;
    if (read >= products.size) {
      resolve();
    }
  });
  return () => promise;
}

function product(at: number): GridProduct {
  return {
    id: v7(),
    revision: 1,
    imageUrl: null,
    currency: 'USD',
    title: `Stoneware mug number ${at}, hand made`,
    handle: `stoneware-mug-${at}`,
    status: 'draft',
    vendor: 'Glade',
    productType: 'Mugs',
    tags: ['kitchen', `shelf-${at % 100}`],
    categories: [['Home', 'Kitchen']],
    seo: { title: `Mug ${at}`, description: 'A mug for tea and coffee that keeps warm.' },
    options: [],
    variants: [
      {
        id: 'v1',
        optionValues: [],
        sku: `M-${at}`,
        barcode: null,
        price: '19.90',
        compareAtPrice: '29.90',
        cost: '7.50',
        stock: at % 50,
        weight: { value: '350', unit: 'g' },
        available: true,
        requiresShipping: true,
        taxable: true,
      },
    ],
  };
}
