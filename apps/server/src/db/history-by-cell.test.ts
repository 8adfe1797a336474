import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, expect, it } from 'vitest';
import { testDatabase } from '../../testing/database/database.ts';
import { call } from '../../testing/database/embedded.ts';
import { mug, variant } from '../../testing/products/products.ts';
import { migrate } from './migrate.ts';

const { adminUrl } = await testDatabase();
const name = `history_${randomUUID().slice(0, 8)}`;
afterAll(async () => {
  await call(adminUrl, `drop database if exists ${name} with (force)`);
});

it('keeps the history that was recorded by field, cell by cell', { tags: ['slow'] }, async () => {
  await call(adminUrl, `create database ${name}`);
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  await migrate(url.href, '0016-upkeep');
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  try {
    const [owner, product, set] = [randomUUID(), randomUUID(), randomUUID()];
    await client.query(`insert into owner (id, name) values ('${owner}', 'Ann')`);
    await client.query(
      `insert into product (id, owner_id, content, title, title_order, handle, status, variant_count, image_count,
        categories, tags, search, bigrams, fingerprint, revision)
      values ($1, $2, $3, 'Mug', 'mug', 'mug', 'draft', 1, 1, '{}', '{}', '', '{}', '', 3)`,
      [product, owner, JSON.stringify(mug)],
    );
    await client.query(`insert into edit_set (id, owner_id, kind, edits) values ($1, $2, 'followed', '[]')`, [
      set,
      owner,
    ]);
    const dearer = (price: string) => [variant({ id: 'v1', price }), variant({ id: 'v2', stock: 3 })];
    for (const [revision, fields, undone] of [
      [2, [{ field: 'variants', before: dearer('1.00'), after: dearer('2.00') }], false],
      [
        3,
        [
          { field: 'variants', before: dearer('2.00'), after: dearer('3.00') },
          {
            field: 'seo',
            before: { title: null, description: 'x' },
            after: { title: 'T', description: 'x' },
          },
        ],
        false,
      ],
    ] as const) {
      await client.query(
        `insert into product_change (id, owner_id, product_id, edit_set_id, revision, fields, undone)
        values (gen_random_uuid(), $1, $2, $3, $4, $5, $6)`,
        [owner, product, set, revision, JSON.stringify(fields), undone],
      );
    }

    await migrate(url.href);

    const { rows } = await client.query('select revision, cells, undone from product_change');
    expect(rows).toEqual([
      {
        revision: 3,
        cells: [
          { path: 'variants/v1/price', before: '1.00', after: '3.00' },
          { path: 'seo/title', before: null, after: 'T' },
        ],
        undone: null,
      },
    ]);
  } finally {
    await client.end();
  }
});
