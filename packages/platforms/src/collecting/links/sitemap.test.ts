import { AppError } from '@bowerbird/contract/errors';
import { expect, it } from 'vitest';
import { startVisit } from '../../net/http.ts';
import { contextFor } from '../../testing/collecting.ts';
import { placesMax, sitemapPlaces } from './sitemap.ts';

const index = new URL('https://shop.example/sitemap.xml');
const part = new URL('https://shop.example/sitemap_products_1.xml');

async function placesOf(indexText: string, partText: string): Promise<number | string> {
  const fetch: typeof globalThis.fetch = async (input) =>
    new Response(String(input) === index.href ? indexText : partText);
  return await sitemapPlaces(startVisit(contextFor(fetch), { robots: false }), index, () => [part]).then(
    (places) => places.length,
    (thrown: unknown) => AppError.from(thrown).code,
  );
}

it('reads the addresses of an index and of the parts that are wanted', async () => {
  expect(
    await placesOf(
      `<sitemapindex><sitemap><loc>${part.href}</loc></sitemap></sitemapindex>`,
      '<urlset><url><loc>https://shop.example/products/a</loc></url></urlset>',
    ),
  ).toBe(2);
});

it('refuses an index that names more than a shop can have', async () => {
  expect(await placesOf(`<urlset>${'<loc>'.repeat(placesMax + 1)}`, '')).toBe('source.answer-too-large');
});
