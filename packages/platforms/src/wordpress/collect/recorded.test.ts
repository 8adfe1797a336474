import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { Product } from '@bowerbird/catalog/product';
import { AppError } from '@bowerbird/contract/errors';
import { missingFrom, type Shape, shapeOf } from '@bowerbird/simulators/testing/shape';
import { createWordpressSite } from '@bowerbird/simulators/wordpress/shop';
import { describe, expect, it } from 'vitest';
import { isObject, type UnreadObject } from '../../reading/unread.ts';
import { readPostProduct } from './schema.ts';

const folder = new URL('../../../../../../shared/fixtures/wordpress/', import.meta.url);
const facts = { host: 'shop.example.test', siteName: null, pathOf: (_: string, name: string) => [name] };
const recorded = existsSync(folder);

if (!recorded) {
  it('has the recorded posts, where they are asked for', () => {
    process.stdout.write('Recorded WordPress posts are not here; nothing was held against them.\n');

    expect(process.env.CI ?? '').toBe('');
  });
}

function bodiesIn(name: string): unknown[] {
  return readdirSync(new URL(`${name}/`, folder)).map((file) =>
    JSON.parse(readFileSync(new URL(`${name}/${file}`, folder), 'utf8')),
  );
}

const isPost = (item: unknown): item is UnreadObject =>
  isObject(item) &&
  isObject(item.title) &&
  isObject(item.content) &&
  'rendered' in item.content &&
  'link' in item;
const postsIn = (body: unknown): UnreadObject[] => (Array.isArray(body) ? body : [body]).filter(isPost);

describe.runIf(recorded)('recorded WordPress posts', () => {
  it('reads every recorded post whole, or names the password it asks for', () => {
    const answers = bodiesIn('wp-v2').map((envelope) => (isObject(envelope) ? envelope.body : null));
    const posts = [...answers, ...bodiesIn('ghost-migrate')].flatMap(postsIn);
    expect(posts.length).toBeGreaterThan(12);

    for (const post of posts) {
      try {
        const product = readPostProduct(post, facts);
        expect(Product.parse(product)).toEqual(product);
      } catch (thrown) {
        expect(AppError.from(thrown).code).toBe('source.product-unreadable');
        expect(isObject(post.content) && post.content.protected).toBe(true);
      }
    }
  });

  it('reads the price that the recorded lamp gives in its words', () => {
    const lamp = bodiesIn('wp-v2')
      .flatMap((envelope) => postsIn(isObject(envelope) ? envelope.body : null))
      .find((post) => post.slug === 'black-desk-lamp-noir' && '_embedded' in post);

    expect(readPostProduct(lamp, facts)).toMatchObject({
      title: 'Black Desk Lamp – “Noir”',
      options: [{ values: ['Black', 'White'] }],
      variants: [{ price: '89.00', compareAtPrice: '110.00' }, { price: '89.00' }],
      images: [
        {
          url: 'https://shop.example.test/wp-content/uploads/2026/11/desk-lamp-black.jpg',
          alt: 'Black desk lamp',
        },
      ],
      tags: expect.arrayContaining(['lamp']),
    });
  });

  it('plays no key of a post that no recorded post has', async () => {
    const site = createWordpressSite({ name: 'den', products: { count: 40 } });
    const answer = await site.answer(
      new Request('http://den.localhost/wp-json/wp/v2/posts?per_page=40&_embed=wp:featuredmedia,wp:term'),
    );
    const theirs: Shape = new Map();
    for (const envelope of bodiesIn('wp-v2')) {
      for (const post of postsIn(isObject(envelope) ? envelope.body : null)) {
        shapeOf([post], '', theirs);
      }
    }

    expect(missingFrom(shapeOf(await answer.json()), theirs)).toEqual([]);
  });
});
