import { similarityKeys } from '@bowerbird/catalog/similar/similarity';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { testDatabase, testOwner } from '../../../testing/database/database.ts';
import { storedKey } from '../../db/migrations/0033-similar-keys.ts';
import { storedKeys } from './stored-keys.ts';

const { db } = await testDatabase();
const lamp = {
  title: 'Black Desk Lamp with USB',
  url: 'https://one.example/products/lamp',
  shop: 'one.example',
  image_url: 'https://a.example/lamp-front.jpg',
};

it('gives the same numbers as the migration gave to keys that were stored before', async () => {
  const ownerId = await testOwner(db);
  const digits = (half: number) => (half >>> 0).toString(16).padStart(8, '0');
  const before = similarityKeys({ ...lamp, imageUrl: lamp.image_url }).map(
    ({ kind, sums: [first, second] }) => `${kind}${digits(first)}${digits(second)}`,
  );

  const { rows } = await sql<{ keys: string }>`
    select array_agg(${sql.raw(storedKey)} order by place)::text as keys
    from unnest(${before}::text[]) with ordinality as old (key, place), (select ${ownerId}::uuid as owner_id) as owner
  `.execute(db);

  expect(rows[0]?.keys).toBe(storedKeys(ownerId, lamp));
});

it('shares no key with the same product of another merchant', async () => {
  const [one, other] = [await testOwner(db), await testOwner(db)];
  const keysOf = (ownerId: string) =>
    storedKeys(ownerId, { ...lamp })
      .slice(1, -1)
      .split(',');

  expect(keysOf(one)).toHaveLength(8);
  expect(keysOf(other).filter((key) => keysOf(one).includes(key))).toEqual([]);
});
