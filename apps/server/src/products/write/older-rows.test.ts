import { Product } from '@bowerbird/catalog/product';
import { productDefaults, variantDefaults } from '@bowerbird/catalog/stored/stored-product';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, it } from 'vitest';
import { anotherMerchant, signIn, testApp } from '../../../testing/api/app.ts';
import { testDatabase } from '../../../testing/database/database.ts';
import { collectedProducts, mug, ownProducts } from '../../../testing/products/products.ts';
import { asOwner } from '../../db/database.ts';
import { productRoutes } from '../routes.ts';

const { db, adminUrl } = await testDatabase();
const { app } = await testApp(db, { served: productRoutes });

/** Takes away every field with a default, as if the product had been stored before all of them existed. */
async function age(table: 'product' | 'collected', id: string): Promise<void> {
  const [ofProduct, ofVariant] = [productDefaults, variantDefaults].map((defaults) =>
    Object.keys(defaults).filter((name) => name !== 'extra'),
  );
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  await client
    .query(
      `update ${table} set content = jsonb_set(content::jsonb - $2::text[], '{variants}',
         (select jsonb_agg(variant - $3::text[]) from jsonb_array_elements(content::jsonb -> 'variants') variant))
       where id = $1`,
      [id, ofProduct, ofVariant],
    )
    .finally(() => client.end());
}

it('opens, edits and lists a product that was stored before its fields existed: an upgrade changes no row', async () => {
  const account = await anotherMerchant(db, crypto.randomUUID());
  const headers = await signIn(app, account);
  const call = (method: 'GET' | 'PUT' | 'POST', path: string, payload?: object) =>
    app.inject({ method, url: `/shop-reptile/api${path}`, headers, ...(payload && { payload }) });
  const [id = ''] = await ownProducts(db, account.ownerId, [mug]);
  await age('product', id);

  const opened = await call('GET', `/products/${id}`);
  const { product } = opened.json().data;
  const saved = await call('PUT', `/products/${id}`, {
    revision: 1,
    product: { ...product, vendor: 'Glade' },
  });
  const listed = await call('POST', '/products/query', { filter: {} });

  expect(product).toEqual({
    ...productDefaults,
    ...{ title: mug.title, handle: mug.handle, extra: mug.extra },
    variants: mug.variants.map((variant) => ({ ...variantDefaults, id: variant.id })),
  });
  expect([opened.statusCode, saved.statusCode, listed.statusCode]).toEqual([200, 200, 200]);
});

it('reads an older collected product whole, in a query of its own words as well', async () => {
  const { ownerId } = await anotherMerchant(db, crypto.randomUUID());
  const [id = ''] = await collectedProducts(db, ownerId, [mug]);
  await age('collected', id);

  const [row] = await asOwner(db, ownerId, async (owned) => {
    const { rows } = await sql<{ content: unknown }>`select content from collected where id = ${id}`.execute(
      owned,
    );
    return rows;
  });

  expect(Product.safeParse(row?.content).error?.issues).toBeUndefined();
});
