import { uploadedImageAddress } from '@bowerbird/catalog/uploaded-image';
import { woocommerce } from '@bowerbird/platforms/woocommerce/index';
import { wordpress } from '@bowerbird/platforms/wordpress/index';
import { createWordpressSite } from '@bowerbird/platforms/wordpress/simulate/shop';
import { describe, expect, it } from 'vitest';
import { asOwner } from '../db/database.ts';
import { imageFilesIn } from '../images/files.ts';
import { imagesForStore } from '../images/for-store.ts';
import { publicImageAddress } from '../images/public-address.ts';
import { keepImage } from '../images/queries.ts';
import { readImage } from '../images/read-image.ts';
import { plainImage } from '../images/testing.ts';
import { sealWith } from '../seal.ts';
import { testDatabase } from '../testing/database.ts';
import { hurriedClock } from '../testing/hurried-clock.ts';
import {
  listingBench,
  type StoreBench,
  someProducts,
  storeBench,
  withinSeconds,
} from '../testing/listing.ts';
import { checkSelection } from './fit-report.ts';

const { db } = await testDatabase();
const onWeb = { url: 'https://pictures.example/on-the-web.jpg', alt: '', width: null, height: null };

/** Products whose images are one on the web and one that was uploaded. */
async function ownWithUpload(
  bench: StoreBench,
  count = 1,
): Promise<{ ids: string[]; bytes: Buffer; address: string }> {
  const bytes = await plainImage(30, 20).png().toBuffer();
  const read = await readImage(bytes);
  const { address } = await asOwner(db, bench.ownerId, (owned) =>
    keepImage(owned, bench.ownerId, imageFilesIn(bench.services.config.dataFolder), read),
  );
  const uploaded = { url: address, alt: 'From disk', width: 30, height: 20 };
  const ids = await bench.own(
    someProducts(count).map((product) => ({
      ...product,
      pictures: [uploaded, onWeb],
      variants: product.variants.map((variant) => ({ ...variant, pictureUrl: address })),
    })),
  );
  return { ids, bytes, address };
}

/** What left for the store, as the attempts have it. */
async function sentTo({ ownerId }: StoreBench): Promise<string> {
  const rows = await asOwner(db, ownerId, (owned) =>
    owned.selectFrom('listing_attempt').select('body').where('owner_id', '=', ownerId).execute(),
  );
  return JSON.stringify(rows);
}

describe('a store whose media library is open', () => {
  it('gets the bytes of an uploaded image, wherever the console is', async () => {
    const clock = hurriedClock(40);
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

describe('a store that fetches images', () => {
  it('is given the public address of an uploaded image, in the product and on its variants', async () => {
    const bench = await listingBench(db);
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
    const bench = await listingBench(db);
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
    const own = product && { ...product, pictures: [{ ...onWeb, url: address }] };
    const { lister } = woocommerce;
    const codesFor = (connection: string) =>
      own && lister
        ? imagesForStore(services, lister, { connection })(own).unfit.map(({ code }) => code)
        : null;

    expect(codesFor('keys')).toEqual(['fit.uploads-need-library']);
    expect(codesFor('application-password')).toEqual([]);
  });
});
