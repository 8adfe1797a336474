import type { Product } from '@bowerbird/catalog/product';
import { share } from '@bowerbird/platforms/testing/share';
import { wordpress } from '@bowerbird/platforms/wordpress/index';
import type { FaultKind } from '@bowerbird/simulators/simulation-faults';
import { createWordpressSite } from '@bowerbird/simulators/wordpress/shop';
import { describe, expect, it } from 'vitest';
import { acceleratedClock } from '../../../testing/clock/accelerated-clock.ts';
import { testDatabase } from '../../../testing/database/database.ts';
import { diesAt, someProducts, storeBench, withinSeconds } from '../../../testing/listing/listing.ts';
import { type FaultInjector, faultPoints } from '../store-job/fault-points.ts';

const { db } = await testDatabase();
/** A one-pixel GIF. */
const dot = Uint8Array.from(atob('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'), (letter) =>
  letter.charCodeAt(0),
);

/**
 * A blog, which keeps no key unique and adds a suffix to a slug that is taken; products are listed there draft-first.
 */
async function blogBench(times = 40) {
  const clock = acceleratedClock(times);
  const site = createWordpressSite({ name: 'blog', outside: clock });
  const bench = await storeBench(db, {
    clock,
    platform: withinSeconds(wordpress),
    simulation: site,
    connection: 'application-password',
    credentials: { user: site.settings.user, applicationPassword: site.settings.applicationPassword },
    beside: async () => new Response(new Uint8Array(dot), { headers: { 'content-type': 'image/gif' } }),
  });
  const shown = () => site.view().posts.filter(({ type, status }) => type === 'post' && status === 'publish');
  const images = () => site.view().posts.filter(({ type }) => type === 'attachment');
  return { ...bench, site, shown, images };
}
type BlogBench = Awaited<ReturnType<typeof blogBench>>;

/**
 * Asserts that every product is visible once, under its own title, that nothing hidden is left, and that the ledger is
 * bound to what is visible.
 */
async function expectOnce(bench: BlogBench, products: readonly Product[]): Promise<void> {
  const titles = products.map(({ title }) => title).sort();
  const posts = bench.site.view().posts.filter(({ type }) => type === 'post');
  expect(
    bench
      .shown()
      .map(({ title }) => title)
      .sort(),
  ).toEqual(titles);
  expect(posts.map(({ title }) => title).sort()).toEqual(titles);
  const rows = await bench.rows();
  expect(rows.map(({ state }) => state)).toEqual(products.map(() => 'listed'));
  expect(rows.map(({ store_product_id }) => Number(store_product_id)).sort()).toEqual(
    bench
      .shown()
      .map(({ id }) => id)
      .sort(),
  );
}

function withImage(products: readonly Product[]): Product[] {
  return products.map((product) => ({
    ...product,
    images: [{ url: 'https://images.example/one.gif', alt: '', width: null, height: null }],
    variants: product.variants.map((variant) => ({ ...variant, imageUrl: null })),
  }));
}

describe.concurrent('a product is listed once, and seen once, where the store has no unique key', () => {
  it('is made as a draft under the key, bound, and shown under its own address', {
    tags: ['slow'],
  }, async () => {
    const bench = await blogBench();
    const products = someProducts(3);

    const { run } = await bench.list(await bench.own(products));

    expect(run.state).toBe('complete');
    await expectOnce(bench, products);
    expect(
      bench
        .shown()
        .map(({ slug }) => slug)
        .sort(),
    ).toEqual(products.map(({ handle }) => handle).sort());
  });

  const onTheWay = faultPoints.filter(
    (point) =>
      !/^(settle|aftercheck|update|gate.after|look|remove|evidence|unknown|decide|image|finish|bulk|undo|restore)/.test(
        point,
      ),
  );
  it.each(share(onTheWay, 5, 1))('though the worker dies at %s', { tags: ['slow'] }, async (point) => {
    const bench = await blogBench();
    const products = someProducts(3);
    const request = await bench.start(await bench.own(products));
    if (point === 'full-scan.page') {
      bench.site.ledger.create(
        { title: 'Another of ours', slug: 'bb-zzzzzzzzzzzzzzzz' },
        1,
        bench.clock.wall(),
      );
    }
    const death = diesAt(point, 1);
    await Promise.race([death.died, bench.work(request, death.injectFault)]);
    expect(death.injected()).toBe(true);
    for (const { id, slug } of bench.site.view().posts) {
      if (slug === 'bb-zzzzzzzzzzzzzzzz') {
        bench.site.ledger.posts.delete(id);
      }
    }

    await bench.workOut(request);

    await expectOnce(bench, products);
  });

  const answers: [string, FaultKind, number | undefined][] = [
    ['the answer is lost', 'lost-after', undefined],
    ['the request is lost', 'lost-before', undefined],
    ['429 came after applying', 'status-though-applied', 429],
    ['500 came after applying', 'status-though-applied', 500],
    ['the answer is cut in its body', 'cut-body', undefined],
    ['the request is applied after the look', 'late', 8000],
    ['a proxy sends the request twice', 'twice', 3000],
  ];
  it.each(answers)('though %s, of a whole batch', { tags: ['slow'] }, async (_name, kind, value) => {
    const bench = await blogBench();
    const products = someProducts(5);
    bench.site.faults.add({ kind, ...(value !== undefined && { value }), matching: '/batch/v1' });
    const request = await bench.start(await bench.own(products));

    await bench.work(request);
    const seenMeanwhile = bench.shown().map(({ title }) => title);
    await bench.workOut(request);

    expect(new Set(seenMeanwhile).size).toBe(seenMeanwhile.length);
    await expectOnce(bench, products);
  });

  it("a proxy's second copy is found and removed, though the worker dies while it removes them", {
    tags: ['slow'],
  }, async () => {
    const bench = await blogBench();
    const products = someProducts(5);
    bench.site.faults.add({ kind: 'twice', value: 3000, matching: '/batch/v1' });
    const request = await bench.start(await bench.own(products));
    const death = diesAt('remove.after-commit', 2);
    await Promise.race([death.died, bench.workOut(request, death.injectFault)]);
    expect(death.injected()).toBe(true);
    expect(bench.shown()).toHaveLength(5);

    await bench.workOut(request);

    await expectOnce(bench, products);
  });

  it('a product that could not be shown tells so until it is', { tags: ['slow'] }, async () => {
    const bench = await blogBench();
    const ids = await bench.own(someProducts(1));
    bench.site.faults.add({ kind: 'lost-before', matching: '/batch/v1', skip: 1, count: null });
    await bench.list(ids);
    expect(await bench.rows()).toMatchObject([{ state: 'listed', fault: { code: 'store.unwell' } }]);

    bench.site.faults.clear();
    bench.site.faults.add({ kind: 'lost-after', matching: '/batch/v1', count: 1 });
    await bench.list(ids);

    expect(await bench.rows()).toMatchObject([{ state: 'listed', published: true, fault: null }]);
  });

  it('a half-made product is completed, not doubled', { tags: ['slow'] }, async () => {
    const bench = await blogBench();
    const [product] = someProducts(1);
    const ids = await bench.own(product ? [product] : []);
    const request = await bench.start(ids);
    const death = diesAt('gate.before', 1);
    await Promise.race([death.died, bench.work(request, death.injectFault)]);
    const [row] = await bench.rows();
    bench.site.ledger.create({ title: 'cut off', slug: row?.key ?? '' }, 1, bench.clock.wall());

    await bench.workOut(request);

    await expectOnce(bench, product ? [product] : []);
  });

  it("the merchant's duplicate of our product is never removed, and neither is an unmanaged post", {
    tags: ['slow'],
  }, async () => {
    const bench = await blogBench();
    const products = someProducts(1);
    bench.site.faults.add({ kind: 'merchant-duplicate', matching: '/batch/v1', skip: 1 });
    bench.site.ledger.create({ title: 'Theirs', slug: 'theirs', status: 'publish' }, 1, bench.clock.wall());

    const request = await bench.start(await bench.own(products));
    await bench.workOut(request);

    const titles = bench.site.view().posts.map(({ title }) => title);
    expect(titles).toContain('Theirs');
    expect(titles.filter((title) => title.endsWith('(copy)'))).toHaveLength(1);
    expect(bench.shown().filter(({ title }) => title === products[0]?.title)).toHaveLength(1);
  });

  it('a product deleted in the store is not made again, and listing again makes exactly one', {
    tags: ['slow'],
  }, async () => {
    const bench = await blogBench();
    const products = someProducts(1);
    const ids = await bench.own(products);
    await bench.workOut(await bench.start(ids));
    for (const post of bench.shown()) {
      bench.site.ledger.trash(post, bench.clock.wall());
    }

    const again = await bench.start(ids);
    await bench.workOut(again);
    expect((await bench.rows()).map(({ state }) => state)).toEqual(['gone']);
    expect(bench.shown()).toEqual([]);

    await bench.workOut(await bench.start(ids, { again: true }));
    expect(bench.shown().map(({ title }) => title)).toEqual([products[0]?.title]);
  });

  it('an image is uploaded once per store, and a category made once, whatever products name them', {
    tags: ['slow'],
  }, async () => {
    const bench = await blogBench();
    const products = withImage(someProducts(4)).map((product) => ({
      ...product,
      categories: [['Home', 'Lamps']],
    }));

    await bench.workOut(await bench.start(await bench.own(products)));

    const images = bench.images().map(({ id }) => id);
    expect(images).toHaveLength(1);
    expect(bench.shown().map(({ featuredMedia }) => featuredMedia)).toEqual(products.flatMap(() => images));
    expect([...bench.site.ledger.terms.values()].map(({ name }) => name).sort()).toEqual(
      ['Uncategorized', 'Home', 'Lamps', ...new Set(products.flatMap(({ tags }) => tags))].sort(),
    );
  });

  it('an image of which nothing was heard is brought by the next run, once, and then nothing is written any more', {
    tags: ['slow'],
  }, async () => {
    const bench = await blogBench();
    const ids = await bench.own(withImage(someProducts(1)));
    bench.site.faults.add({ kind: 'lost-before', matching: '/wp/v2/media', count: 20 });

    await bench.list(ids);
    expect(bench.shown()).toMatchObject([{ featuredMedia: 0 }]);
    bench.site.faults.clear();
    await bench.list(ids);
    const [shown] = bench.shown();
    await bench.list(ids);

    expect(bench.images().map(({ id }) => id)).toEqual([shown?.featuredMedia]);
    expect(bench.shown()).toEqual([shown]);
  });

  it('two workers of one shop put the same image into its library once', { tags: ['slow'] }, async () => {
    const bench = await blogBench(10);
    const [one = '', other = ''] = await bench.own(withImage(someProducts(2)));
    const requests = [await bench.start([one]), await bench.start([other])];
    // Long enough for the other worker to come to the same point.
    const lingers: FaultInjector = async (point) => {
      if (point === 'image.sent') {
        await new Promise((resolve) => setTimeout(resolve, 120));
      }
    };

    await Promise.all(requests.map((request) => bench.work(request, lingers)));

    const images = bench.images().map(({ id }) => id);
    expect(images).toHaveLength(1);
    expect(bench.shown().map(({ featuredMedia }) => featuredMedia)).toEqual([...images, ...images]);
  });
});
