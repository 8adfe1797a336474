import type { Product, Variant } from '@bowerbird/catalog/product';
import { productWith, variantWith } from '@bowerbird/catalog/testing/product-with';
import { type Good, goodAt } from '@bowerbird/simulators/practice/products';
import { v7 } from 'uuid';
import { boxSearchText } from '../../src/collect/lists/search-text.ts';
import { asOwner, type Db } from '../../src/db/database.ts';
import { insertProducts } from '../../src/products/write/insert.ts';
import { columnsOf } from '../../src/products/write/rows.ts';

/** A product with nothing special about it. */
export const mug: Product = productWith({
  title: 'Blue mug',
  handle: 'blue-mug',
  descriptionHtml: '<p>Holds <strong>300 ml</strong>.</p>',
  vendor: 'Glade Home',
  productType: 'Mugs',
  tags: ['kitchen', 'autumn'],
  variants: [variant({ sku: 'MUG-1', price: '19.90', cost: '8.00', stock: 12 })],
  images: [{ url: 'https://pictures.example/mug.jpg', alt: 'A mug', width: 800, height: 800 }],
  categories: [['Home', 'Kitchen']],
  status: 'draft',
  source: {
    platform: 'shopify',
    shop: 'glade-home.example',
    id: '1001',
    url: 'https://glade-home.example/products/blue-mug',
    storeName: 'Glade Home',
  },
});

/** A variant at 1.00 with only the given fields set. */
export function variant(fields: Partial<Variant> = {}): Variant {
  return variantWith({ price: '1.00', ...fields });
}

/** Returns a realistic product, the same for the same index; every third is Chinese. For lists that people look at. */
export function sampleProduct(index: number): Product {
  return fromGood(goodAt(7, index, index % 3 === 0 ? 'zh-CN' : 'en'), index);
}

function fromGood(good: Good, index: number): Product {
  const images = good.images.map(({ name, alt }) => ({
    url: `https://images.example/files/${name}?v=${index}`,
    alt,
    width: 800,
    height: 800,
  }));
  return {
    ...mug,
    title: good.title,
    handle: `${good.handle}-${index}`,
    descriptionHtml: good.descriptionHtml,
    vendor: good.vendor,
    productType: good.type,
    tags: good.tags,
    options: good.options,
    variants: good.variants.map((each, place) =>
      variant({
        id: `v${place + 1}`,
        sku: each.sku,
        barcode: each.barcode,
        optionValues: each.optionValues,
        price: (each.cents / 100).toFixed(2),
        compareAtPrice: each.compareAtCents === null ? null : (each.compareAtCents / 100).toFixed(2),
        stock: each.stock,
        available: each.stock > 0,
        weight: { value: String(each.grams), unit: 'g' },
        imageUrl: images[each.image]?.url ?? null,
      }),
    ),
    images,
    categories: [['Home', good.type]],
    source: {
      platform: 'shopify',
      shop: `shop-${index % 7}.example`,
      id: String(1000 + index),
      url: `https://shop-${index % 7}.example/products/${good.handle}-${index}`,
      storeName: null,
    },
  };
}

/** Inserts products directly into the owner's list; returns their ids in the same order. */
export async function ownProducts(db: Db, ownerId: string, products: readonly Product[]): Promise<string[]> {
  const rows = products.map((product) => ({
    id: v7(),
    columns: columnsOf(product),
    collectedId: null,
    collectRunId: null,
  }));
  await asOwner(db, ownerId, (owned) => insertProducts(owned, ownerId, rows));
  return rows.map(({ id }) => id);
}

/** Inserts products into the collected products; returns their ids in the same order. */
export async function collectedProducts(
  db: Db,
  ownerId: string,
  products: readonly Product[],
): Promise<string[]> {
  const rows = products.map((product) => {
    const columns = columnsOf(product);
    return {
      id: v7(),
      owner_id: ownerId,
      platform: product.source?.platform ?? 'shopify',
      shop: product.source?.shop ?? 'shop.example',
      source_id: v7(),
      url: product.source?.url ?? 'https://shop.example/products/it',
      title: columns.title,
      title_order: columns.title_order,
      content: columns.content,
      content_hash: columns.fingerprint,
      price_min: columns.price,
      price_max: columns.price_max,
      currency: columns.currency,
      variant_count: columns.variant_count,
      image_count: columns.image_count,
      image_url: columns.image_url,
      category: columns.category,
      fingerprint: columns.fingerprint,
      search: boxSearchText(product.title, product.source?.url ?? ''),
      bigrams: columns.bigrams,
      first_run_id: null,
      last_run_id: null,
      product_id: null,
    };
  });
  await asOwner(db, ownerId, (owned) => owned.insertInto('collected').values(rows).execute());
  return rows.map(({ id }) => id);
}

/** Creates a user of this merchant; returns the id. */
export async function testPerson(db: Db, ownerId: string, name: string): Promise<string> {
  const id = v7();
  const role = { id: 'test-role', owner_id: null, name: 'test', description: '', permissions: '[]' };
  await db
    .insertInto('role')
    .values(role)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await db
    .insertInto('user')
    .values({
      id,
      owner_id: ownerId,
      username: id,
      email: `${id}@example.test`,
      password_hash: '',
      name,
      role_id: role.id,
    })
    .execute();
  return id;
}
