import { uploadedImageAddress } from '@bowerbird/catalog/stored/uploaded-image';
import { AppError } from '@bowerbird/contract/errors';
import { woocommerce } from '@bowerbird/platforms/woocommerce/index';
import { wordpress } from '@bowerbird/platforms/wordpress/index';
import type { StoredMedia } from '@bowerbird/simulators/shopify/admin/record';
import { createWordpressSite } from '@bowerbird/simulators/wordpress/shop';
import { describe, expect, it } from 'vitest';
import { acceleratedClock } from '../../../testing/clock/accelerated-clock.ts';
import { testDatabase } from '../../../testing/database/database.ts';
import {
  editProduct,
  type ListingBench,
  listingBench,
  type StoreBench,
  someProducts,
  storeBench,
  withinSeconds,
} from '../../../testing/listing/listing.ts';
import { simulatedStores } from '../../../testing/listing/simulated-stores.ts';
import { asOwner } from '../../db/database.ts';
import { contentIn } from '../../db/listing-content.ts';
import { imageFilesIn } from '../../images/files.ts';
import { imagesForStore } from '../../images/for-store.ts';
import { publicImageAddress } from '../../images/public-address.ts';
import { keepImage } from '../../images/queries.ts';
import { readImage } from '../../images/read-image.ts';
import { plainImage } from '../../images/testing.ts';
import { productsByIds } from '../../products/list/selection.ts';
import { sealWith } from '../../seal/seal.ts';
import { checkSelection } from '../api/fit-report.ts';

const { db } = await testDatabase();
const onWeb = { url: 'https://pictures.example/on-the-web.jpg', alt: '', width: null, height: null };

/** Products with one image from the web and one that was uploaded. */
async function ownWithUpload(
  bench: StoreBench,
  count = 1,
): Promise<{ ids: string[]; bytes: Buffer; address: string }> {
  const bytes = await plainImage(30, 20).png().toBuffer();
  const read = await readImage(bytes);
  const { address } = await asOwner(db, bench.ownerId, (owned) =>
    keepImage(owned, bench.ownerId, imageFilesIn(bench.services.files), read),
  );
  const uploaded = { url: address, alt: 'From disk', width: 30, height: 20 };
  const ids = await bench.own(
    someProducts(count).map((product) => ({
      ...product,
      images: [uploaded, onWeb],
      variants: product.variants.map((variant) => ({ ...variant, imageUrl: address })),
    })),
  );
  return { ids, bytes, address };
}

/** A Shoplazza store, which fetches images only by their addresses. */
async function shoplazzaBench(): Promise<StoreBench> {
  const clock = acceleratedClock(40);
  const simulated = simulatedStores.shoplazza(clock);
  return await storeBench(db, { clock, ...simulated, platform: withinSeconds(simulated.platform) });
}

/** Returns the uploads for a store, as they were sent. */
function uploadsOf({ services }: StoreBench): string[] {
  const uploads: string[] = [];
  const { fetch } = services;
  services.fetch = async (input, init) => {
    const { body } = init ?? {};
    const file =
      body instanceof FormData && body.get('Content-Type') !== 'text/jsonl' ? body.get('file') : null;
    if (file instanceof Blob) {
      uploads.push(Buffer.from(await file.arrayBuffer()).toString('base64'));
    }
    return await fetch(input, init);
  };
  return uploads;
}

/** Returns the images that a store's products show, in their order. */
function imagesIn({ shop }: ListingBench): StoredMedia[] {
  const { products, media } = shop.view();
  return products.flatMap((product) => product.media.flatMap((id) => media.get(id) ?? []));
}

/** Where staged images are stored. */
const stagedImages = '/admin/staged-uploads/';

/** Returns what was sent to the store, from the attempts. */
async function sentTo({ ownerId }: StoreBench): Promise<string> {
  const rows = await asOwner(db, ownerId, (owned) =>
    owned.selectFrom('listing_attempt').select('body').where('owner_id', '=', ownerId).execute(),
  );
  return JSON.stringify(rows.map(({ body }) => contentIn(body)));
}

describe('a store whose media library is open', () => {
  it('gets the bytes of an uploaded image, wherever the console is', { tags: ['slow'] }, async () => {
    const clock = acceleratedClock(40);
    const site = createWordpressSite({ name: 'uploads', outside: clock });
    const fetched: string[] = [];
    const bench = await storeBench(db, {
      clock,
      platform: withinSeconds(wordpress),
      simulation: site,
      connection: 'application-password',
      credentials: { user: site.settings.user, applicationPassword: site.settings.applicationPassword },
      beside: async (input) => {
        fetched.push(String(input));
        return new Response(new Uint8Array(await plainImage(5, 5).gif().toBuffer()));
      },
    });
    const { ids } = await ownWithUpload(bench);

    const { run } = await bench.list(ids);

    const media = site.view().posts.filter(({ type }) => type === 'attachment');
    const [post] = site.view().posts.filter(({ type }) => type === 'post');
    expect(run.state).toBe('complete');
    expect(media).toHaveLength(2);
    expect(fetched).toEqual([onWeb.url]);
    expect(media.map(({ id }) => id)).toContain(post?.featuredMedia);
    expect(JSON.stringify(site.view())).not.toContain('bowerbird-image');
  });
});

/** A WordPress site, whose media library is open. */
async function wordpressBench(): Promise<StoreBench> {
  const clock = acceleratedClock(40);
  const simulated = simulatedStores.wordpress(clock);
  const beside = async () => new Response(new Uint8Array(await plainImage(5, 5).gif().toBuffer()));
  return await storeBench(db, {
    clock,
    ...simulated,
    platform: withinSeconds(simulated.platform),
    beside,
  });
}

describe('where our own files cannot be read for now', () => {
  it.each([
    ['an open media library', wordpressBench],
    ['a place to put images at', () => listingBench(db)],
  ])('a store with %s waits, and then gets the product with its images', async (_, open) => {
    const bench = await open();
    const { ids } = await ownWithUpload(bench);
    const { files } = bench.services;
    bench.services.files = {
      ...files,
      open: () => Promise.reject(new AppError('files.store-unreachable', 'The bucket is silent.')),
    };
    const request = await bench.start(ids);

    await bench.workOut(request);
    const [held] = (await bench.view(request.runId)).storeJobs;
    const { goes_on_at } = await asOwner(db, bench.ownerId, (owned) =>
      owned
        .selectFrom('listing_store_job')
        .select('goes_on_at')
        .where('run_id', '=', request.runId)
        .executeTakeFirstOrThrow(),
    );
    const sent = await sentTo(bench);
    bench.services.files = files;
    await bench.work(request);

    expect(held).toMatchObject({ state: 'held', fault: { code: 'files.store-unreachable' } });
    expect(goes_on_at).not.toBeNull();
    expect(sent).toBe('[]');
    const items = await asOwner(db, bench.ownerId, (owned) =>
      owned
        .selectFrom('listing_item')
        .select(['state', 'notes'])
        .where('owner_id', '=', bench.ownerId)
        .execute(),
    );
    expect(items).toEqual([{ state: 'listed', notes: null }]);
  });
});

describe('a store that gives a place to put images at', () => {
  it('gets an uploaded image once, for the product and its variants, from a console that nobody reaches', async () => {
    const bench = await listingBench(db);
    const { ids, bytes } = await ownWithUpload(bench);
    const uploads = uploadsOf(bench);
    const [id = ''] = ids;

    await bench.list(ids);
    const first = imagesIn(bench);
    const [before] = bench.shop.view().products;
    const [own] = await asOwner(db, bench.ownerId, (owned) => productsByIds(owned, bench.ownerId, ids));
    if (own) {
      await editProduct(bench, id, { ...own.product, title: 'Another title' });
    }
    await bench.list(ids);

    const { products, media } = bench.shop.view();
    expect(uploads).toEqual([bytes.toString('base64')]);
    expect(first.map(({ source }) => source)).toEqual([expect.stringContaining(stagedImages), onWeb.url]);
    expect(first.map(({ fault }) => fault)).toEqual([null, null]);
    expect(products[0]).toMatchObject({ title: 'Another title', media: before?.media });
    expect(products[0]?.variants[0]?.mediaId).toBe(first[0]?.id);
    expect(media.size).toBe(2);
  });

  it('lists the product without it when the upload fails, says so, and brings it with the next run', async () => {
    const bench = await listingBench(db);
    const { ids } = await ownWithUpload(bench);
    bench.shop.faults.add({ kind: 'lost-before', matching: 'staged-uploads', count: null });

    const failed = await bench.list(ids);
    const before = imagesIn(bench).map(({ source }) => source);
    bench.shop.faults.clear();
    const again = await bench.list(ids);

    expect(failed).toMatchObject({ run: { state: 'complete' }, certificate: { imagesFailed: 1 } });
    expect(before).toEqual([onWeb.url]);
    expect(again).toMatchObject({ run: { state: 'complete' }, certificate: { imagesFailed: 0 } });
    expect(imagesIn(bench)).toHaveLength(2);
    expect(bench.shop.view().products).toHaveLength(1);
  });

  it('takes products with uploaded images one by one, beside a bulk operation of the others', {
    tags: ['slow'],
  }, async () => {
    const bench = await listingBench(db);
    const { ids } = await ownWithUpload(bench, 3);
    const others = await bench.own(someProducts(300, 100));

    const { counts } = await bench.list([...ids, ...others]);

    const images = imagesIn(bench);
    // One of these is rejected for its inventory.
    expect(counts).toMatchObject({ listed: 302, refused: 1 });
    expect(images.filter(({ source }) => source.includes(stagedImages))).toHaveLength(3);
  });
});

describe('a store that fetches images', () => {
  it('is given the public address of an uploaded image, in the product and on its variants', async () => {
    const bench = await shoplazzaBench();
    bench.services.config.publicUrl = 'https://bower.example';
    const { ids, address } = await ownWithUpload(bench);

    await bench.list(ids);
    const { stores } = await checkSelection(bench.services, bench.ownerId, [bench.storeId], { ids });

    const [, id = '', ending] = /^bowerbird-image:(.+)\.(\w+)$/.exec(address) ?? [];
    const expected = publicImageAddress(bench.services, { id, ending: ending === 'png' ? 'png' : 'jpg' });
    const sent = await sentTo(bench);
    expect(expected).toContain('https://bower.example/shop-reptile/api/public-images/');
    expect(sent).toContain(expected);
    expect(sent).not.toContain('bowerbird-image');
    expect(stores[0]?.problems.map(({ code }) => code)).not.toContain('fit.uploads-unreachable');
  });

  it('goes without it where the console has no public address, and the fit report says so', async () => {
    const bench = await shoplazzaBench();
    const { ids } = await ownWithUpload(bench, 2);

    const { stores } = await checkSelection(bench.services, bench.ownerId, [bench.storeId], { ids });
    const { run } = await bench.list(ids);

    const sent = await sentTo(bench);
    expect(stores[0]).toMatchObject({ fits: 2 });
    expect(stores[0]?.problems).toContainEqual(
      expect.objectContaining({ kind: 'lost', code: 'fit.uploads-unreachable', count: 2, params: { n: 1 } }),
    );
    expect(run.state).toBe('complete');
    expect(sent).toContain(onWeb.url);
    expect(sent).not.toContain('bowerbird-image');
  });

  it('is told to connect another way where its platform has a library that its keys do not open', () => {
    const services = { seal: sealWith(Buffer.alloc(32, 7)), config: { publicUrl: undefined } };
    const [product] = someProducts(1);
    const address = uploadedImageAddress({ id: crypto.randomUUID(), ending: 'jpg' });
    const own = product && { ...product, images: [{ ...onWeb, url: address }] };
    const { lister } = woocommerce;
    const codesFor = (connection: string) =>
      own && lister
        ? imagesForStore(services, lister.writer, { connection })(own).unfit.map(({ code }) => code)
        : null;

    expect(codesFor('keys')).toEqual(['fit.uploads-need-library']);
    expect(codesFor('application-password')).toEqual([]);
  });
});

it('no image is sent to a store once the database is found to be a restored one', async () => {
  const bench = await listingBench(db);
  const uploads = uploadsOf(bench);
  const { ids } = await ownWithUpload(bench, 2);
  const request = await bench.start(ids);
  const hold = (held_at: Date | null) =>
    db
      .updateTable('installation')
      .set({ held_at, held_because: held_at && 'older-than-epoch' })
      .execute();
  try {
    await bench.work(request, async (point) => {
      if (point === 'look.after') {
        await hold(new Date());
      }
    });

    expect(uploads).toEqual([]);
    expect((await bench.view(request.runId)).run).toMatchObject({ state: 'held' });
    expect(bench.shop.view().products).toEqual([]);
  } finally {
    await hold(null);
  }
});
