import { setTimeout } from 'node:timers/promises';
import type { Product } from '@bowerbird/catalog/product';
import type { CategoryNode, CollectScope } from '@bowerbird/contract/collect/collect';
import { platforms } from '@bowerbird/platforms/all';
import type { CollectEvent, Collector } from '@bowerbird/platforms/collecting/collector';
import type { PlatformContext } from '@bowerbird/platforms/context';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { postsAbout } from './posts.ts';
import { openWordpress, type WordpressSite } from './site.ts';

const count = 230;
const [example, ...others] = postsAbout(count);
if (!example) {
  throw new Error('no posts');
}
const posts = [example, ...others];
const hidden = (slug: string) => ({ ...example, slug, title: slug });
const collector = platforms.get('wordpress')?.collector as Collector;
const context: PlatformContext = {
  fetch,
  signal: new AbortController().signal,
  now: () => performance.now(),
  sleep: (ms) => setTimeout(Math.min(ms, 50)),
};

let site: WordpressSite;
let written: { title: string; address: string }[];

beforeAll(async () => {
  site = await openWordpress();
  process.stdout.write(`WordPress ${site.version}\n`);
  site.permalinks('/%postname%/');
  written = site.write([
    ...posts,
    { ...hidden('a-draft'), status: 'draft' },
    { ...hidden('for-me-alone'), status: 'private' },
    { ...hidden('behind-a-password'), password: 'open' },
  ]);
});
afterAll(() => site?.close());

async function collect(path = '/', scope: CollectScope = 'shop') {
  const products: Product[] = [];
  const skipped: string[] = [];
  const events: CollectEvent[] = [];
  const request = {
    scope,
    addresses: [new URL(path, site.root)],
    checkpoint: null,
    alreadyGot: () => false,
  };
  for await (const event of collector.collect(request, context)) {
    events.push(event);
    if (event.kind === 'batch') {
      products.push(...event.products);
      skipped.push(...event.skipped.map(({ address, failure }) => `${address} ${failure.code}`));
    }
  }
  const slugs = products.map(({ handle }) => handle);
  return { products, skipped, events, slugs };
}

describe.each([
  ['pretty permalinks', '/%postname%/'],
  ['dated permalinks', '/%year%/%monthnum%/%postname%/'],
  ['plain permalinks', ''],
])('with %s', (_, structure) => {
  beforeAll(() => site.permalinks(structure));

  it('knows it by its evidence', async () => {
    const answer = await fetch(site.root);
    const seen = {
      url: new URL(`${site.root}/`),
      status: answer.status,
      headers: answer.headers,
      body: await answer.text(),
    };

    expect((await collector.recognise(seen, context)).confidence).toBe(100);
  });

  it('collects every public post, each once, as many as promised', async () => {
    const { slugs, skipped, events } = await collect();
    const public_ = posts.map(({ slug }) => slug);

    expect(slugs.sort()).toEqual(public_.sort());
    expect(new Set(slugs).size).toBe(slugs.length);
    expect(slugs).not.toContain('a-draft');
    expect(slugs).not.toContain('for-me-alone');
    // Only the password-protected one is named.
    expect(skipped).toEqual([expect.stringContaining('source.product-unreadable')]);
    expect(events).toContainEqual({ kind: 'promised', way: 'feed', count: count + 1 });
  });

  it('reads title, price, categories and image as they were written', async () => {
    const { products } = await collect();
    const found = new Map(products.map((product) => [product.handle, product]));

    for (const post of posts) {
      const product = found.get(post.slug);
      expect(product?.title).toBe(post.title.replaceAll(/<\/?em>/g, ''));
      expect([post.slug, product?.variants[0]?.price]).toEqual([post.slug, post.price]);
      expect(product?.status).toBe(post.price === null ? 'draft' : 'active');
      expect(product?.categories).toEqual([post.category]);
      expect(product?.tags.toSorted()).toEqual(post.tags.toSorted());
      expect(product?.images.length).toBe(post.image ? 1 : 0);
    }
  });

  it('has the tree of categories, and collects one of them', async () => {
    const tree = await collector.categories(new URL(site.root), context);
    const lamps = find(tree, 'Lamps');
    const inside = await collect(new URL(lamps?.address ?? '').href, 'category');

    expect(find(tree, 'Home')?.children.map(({ name }) => name)).toEqual(['Lighting & Décor']);
    expect(find(tree, 'Lighting & Décor')?.children.map(({ name }) => name)).toEqual(['Lamps']);
    expect(inside.slugs.sort()).toEqual(
      posts
        .filter(({ category }) => category.at(-1) === 'Lamps')
        .map(({ slug }) => slug)
        .sort(),
    );
  });

  it('collects one post by its own address', async () => {
    // Addresses change with the structure; the number of a post does not.
    const answer = await fetch(`${site.root}/?rest_route=/wp/v2/posts&slug=${posts[5]?.slug}`);
    const [sent] = (await answer.json()) as { link: string }[];

    const { products } = await collect(sent?.link ?? '', 'product');

    expect(products.map(({ title }) => title)).toEqual([posts[5]?.title]);
  });

  it('finds by words what the site finds', async () => {
    const { slugs } = await collect('/?s=lamp', 'search');

    expect(slugs.length).toBeGreaterThan(0);
    expect(slugs.length).toBeLessThan(count);
  });
});

describe.each([
  ['its REST API', { rest: false, sitemap: true }],
  ['its REST API and its sitemap', { rest: false, sitemap: false }],
])('where a plugin closed %s', (_, doors) => {
  beforeAll(() => {
    site.permalinks('/%postname%/');
    site.open(doors);
  });
  afterAll(() => site.open({ rest: true, sitemap: true }));

  it('collects every public post by what is left, and its page', async () => {
    const { products, slugs, events } = await collect();

    expect(new Set(slugs).size).toBe(slugs.length);
    expect(slugs.sort()).toEqual(posts.map(({ slug }) => slug).sort());
    const byHandle = new Map(products.map((product) => [product.handle, product]));
    for (const post of posts.filter(({ price }) => price !== null)) {
      expect(byHandle.get(post.slug)).toMatchObject({
        variants: [{ price: post.price }],
        categories: [[post.category.at(-1)]],
        images: post.image ? [expect.anything()] : [],
      });
    }
    expect(events).toContainEqual(expect.objectContaining({ kind: 'way', way: 'feed', state: 'refused' }));
  });
});

it('was given addresses of all', () => {
  expect(written.length).toBe(count + 3);
});

function find(nodes: readonly CategoryNode[], name: string): CategoryNode | undefined {
  for (const node of nodes) {
    const found = node.name === name ? node : find(node.children, name);
    if (found) {
      return found;
    }
  }
  return undefined;
}
