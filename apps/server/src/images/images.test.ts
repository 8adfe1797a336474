import { existsSync, mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Product } from '@bowerbird/catalog/product';
import { uploadedImageAt } from '@bowerbird/catalog/stored/uploaded-image';
import { imageLimits, type UploadedImage } from '@bowerbird/contract/products/images';
import type { ProductDetail } from '@bowerbird/contract/products/products';
import { apiBase } from '@bowerbird/contract/route';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { anotherMerchant, signIn, testApp } from '../../testing/api/app.ts';
import { testDatabase } from '../../testing/database/database.ts';
import { mug } from '../../testing/products/products.ts';
import { readConfig } from '../config/config.ts';
import { asOwner } from '../db/database.ts';
import { productRoutes } from '../products/routes.ts';
import { sealWith } from '../seal/seal.ts';
import { imageFilesIn } from './files.ts';
import { forgetUnusedImages } from './forgetting.ts';
import { publicImageAddress } from './public-address.ts';
import { imageBrowserRoutes, imageRoutes } from './routes.ts';
import { plainImage, upload } from './testing.ts';

const dataFolder = mkdtempSync(join(tmpdir(), 'bowerbird-images-'));
afterAll(() => rmSync(dataFolder, { recursive: true, force: true }));
const { db } = await testDatabase();
const config = readConfig({
  LOG_LEVEL: 'silent',
  BOWERBIRD_DATA: dataFolder,
  BOWERBIRD_PUBLIC_URL: 'https://bower.example',
});
const { app, services } = await testApp(db, {
  served: [...imageRoutes, ...productRoutes],
  browserServed: imageBrowserRoutes,
  services: { config },
});
const files = imageFilesIn(services.files);

async function merchant() {
  const account = await anotherMerchant(db, crypto.randomUUID());
  const headers = await signIn(app, account);
  const call = async <Answer>(method: 'GET' | 'POST' | 'PUT', path: string, payload?: object) => {
    const answer = await app.inject({ method, url: apiBase + path, headers, ...(payload && { payload }) });
    return { status: answer.statusCode, ...answer.json<{ data: Answer; code?: string }>() };
  };
  return {
    ownerId: account.ownerId,
    headers,
    call,
    /** Uploads a file that should be accepted. */
    image: async (file: Buffer): Promise<UploadedImage> => {
      const answer = await upload(app, headers, file);
      expect(answer.statusCode, answer.body).toBe(201);
      return answer.json<{ data: UploadedImage }>().data;
    },
    show: (id: string) => app.inject({ url: `${apiBase}/images/${id}`, headers }),
    /** Sets an image's upload and last use to that many days ago. */
    age: (id: string, days: number) =>
      asOwner(db, account.ownerId, (owned) =>
        sql`update uploaded_image set used_at = now() - make_interval(days => ${days}) where id = ${id}`.execute(
          owned,
        ),
      ),
  };
}

function withImage(product: Product, image: UploadedImage): Product {
  const entry = { url: image.address, alt: 'From disk', width: image.width, height: image.height };
  return {
    ...product,
    images: [...product.images, entry],
    variants: product.variants.map((variant) => ({ ...variant, imageUrl: image.address })),
  };
}

/** For tests that need no separate merchant: signing in is slow on purpose. */
const somebody = await merchant();

describe('an uploaded image', () => {
  it('is kept once, shown to its merchant as what it is, and to no other merchant [asvs 3.2.1] [asvs 5.3.1]', async () => {
    const [ann, ben] = [await merchant(), await merchant()];
    const file = await plainImage(640, 480).png().toBuffer();

    const first = await ann.image(file);
    const again = await ann.image(file);
    const shown = await ann.show(first.id);

    expect(first).toMatchObject({ type: 'image/png', width: 640, height: 480, bytes: file.length });
    expect(again).toEqual(first);
    expect(shown.statusCode).toBe(200);
    expect(shown.rawPayload.equals(file)).toBe(true);
    expect(shown.headers).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    });
    expect((await ben.show(first.id)).statusCode).toBe(404);
    expect((await ben.image(file)).id).not.toBe(first.id);
    expect((await app.inject({ url: `${apiBase}/images/${first.id}` })).statusCode).toBe(401);
  });

  it.each(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)('may be a %s file', async (format) => {
    const taken = await somebody.image(await plainImage(32, 24).toFormat(format).toBuffer());

    expect(taken).toMatchObject({ type: `image/${format}`, width: 32, height: 24 });
  });

  it('reveals nothing of camera and place, and stays upright', async () => {
    const { image, show } = somebody;
    const photo = await plainImage(60, 40)
      .jpeg()
      .withExif({ IFD0: { Make: 'A camera' }, IFD3: { GPSLatitude: '1/1 2/1 3/1' } })
      .withMetadata({ orientation: 6 })
      .toBuffer();

    const taken = await image(Buffer.concat([photo, Buffer.from('GPS of a second image behind the first')]));
    const kept = (await show(taken.id)).rawPayload;
    const read = await sharp(kept).metadata();

    expect(taken).toMatchObject({ width: 40, height: 60 });
    expect(read).toMatchObject({ orientation: 6, width: 60, height: 40 });
    expect(kept.includes('A camera')).toBe(false);
    expect(kept.includes('GPS')).toBe(false);
    const pixels = (from: Buffer) => sharp(from).rotate().raw().toBuffer();
    expect((await pixels(kept)).equals(await pixels(photo))).toBe(true);
  });

  it.each<[string, () => Buffer | Promise<Buffer>, string]>([
    ['a drawing', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image.type-unsupported'],
    ['a page', () => Buffer.from('<!doctype html><script>alert(1)</script>'), 'image.type-unsupported'],
    ['nothing', () => Buffer.alloc(0), 'image.type-unsupported'],
    ['a damaged file', () => Buffer.from('\x89PNG\r\n\x1a\n and then nothing', 'latin1'), 'image.unreadable'],
    [
      'an image with too many pixels',
      () => plainImage(6000, 6000).png({ compressionLevel: 9 }).toBuffer(),
      'image.too-many-pixels',
    ],
    ['a file that is too large', () => Buffer.alloc(imageLimits.bytes + 1, 0xff), 'image.too-large'],
  ])('is not %s', { tags: ['slow'] }, async (_name, make, code) => {
    const { headers, ownerId } = somebody;
    const count = () =>
      asOwner(db, ownerId, (owned) =>
        owned.selectFrom('uploaded_image').select('id').where('owner_id', '=', ownerId).execute(),
      );
    const before = await count();

    const answer = await upload(app, headers, await make());

    expect(answer.json()).toMatchObject({ code });
    expect(await count()).toEqual(before);
  });

  it('is shown to whoever was given its signed address, and by no other name [asvs 5.3.2]', async () => {
    const { image } = somebody;
    const file = await plainImage(10, 10).webp().toBuffer();
    const { address } = await image(file);
    const uploaded = uploadedImageAt(address);
    const given = publicImageAddress(services, uploaded ?? { id: '', ending: 'jpg' }) ?? '';
    const path = given.replace('https://bower.example', '');

    const shown = await app.inject({ url: path });
    const forged = await app.inject({
      url: path.replace(/images\/./, (text) => (text.endsWith('A') ? 'images/B' : 'images/A')),
    });
    const climbing = await app.inject({
      url: path.replace(/-[\da-f-]+\.webp/, `-${encodeURIComponent('../../keys/seal-1.key')}`),
    });

    expect(given.startsWith('https://bower.example/')).toBe(true);
    expect(shown.headers['content-type']).toBe('image/webp');
    expect(shown.rawPayload.equals(file)).toBe(true);
    expect([forged.statusCode, climbing.statusCode]).toEqual([404, 404]);
    // With words behind it, it is the same image; without the signature, words show nothing.
    const named = await app.inject({ url: `${path}/blue-mug.webp` });
    const unsigned = await app.inject({
      url: path.replace(/[\w-]{22}-/, 'A'.repeat(22)).concat('/mug.webp'),
    });
    expect(named.rawPayload.equals(file)).toBe(true);
    expect(unsigned.statusCode).toBe(404);
  });

  it.each([
    'http://127.0.0.1:8000',
    'http://localhost:8000',
    'http://192.168.1.7',
    'http://bower.local',
    undefined,
  ])('has no public address where the console is reached at %s', (publicUrl) => {
    const parts = { seal: sealWith(Buffer.alloc(32, 7)), config: { publicUrl } };
    expect(publicImageAddress(parts, { id: crypto.randomUUID(), ending: 'jpg' })).toBeNull();
  });
});

describe('a product with uploaded images', () => {
  it('keeps them when it is saved, duplicated and changed back', async () => {
    const { call, image, age, show } = somebody;
    const file = await plainImage(20, 20, '#444444').png().toBuffer();
    const uploaded = await image(file);
    const { data: made } = await call<ProductDetail>('POST', '/products', {
      product: withImage(mug, uploaded),
    });
    const { data: copy } = await call<ProductDetail>('POST', `/products/${made.id}/duplicate`, {
      suffix: ' (copy)',
    });
    await call('PUT', `/products/${made.id}`, { revision: 1, product: mug });
    await call('PUT', `/products/${copy.id}`, { revision: 1, product: { ...mug, handle: 'copy' } });
    await age(uploaded.id, 30);

    await forgetUnusedImages(db, files, Date.now());
    const { data: history } = await call<{ id: string }[]>('GET', `/products/${made.id}/history`);
    const undone = await call<{ detail: ProductDetail }>(
      'POST',
      `/products/${made.id}/history/${history[0]?.id}/undo`,
    );

    expect(copy.product.images.at(-1)?.url).toBe(uploaded.address);
    expect(undone.data.detail.product.images.at(-1)?.url).toBe(uploaded.address);
    expect((await show(uploaded.id)).rawPayload.equals(file)).toBe(true);
  });

  it('leaves no bytes behind once nothing refers to them, seven days later', async () => {
    const { call, image, age, show } = somebody;
    const [shared, alone, fresh] = [
      await image(await plainImage(20, 20, '#111111').png().toBuffer()),
      await image(await plainImage(20, 20, '#222222').png().toBuffer()),
      await image(await plainImage(20, 20, '#333333').png().toBuffer()),
    ];
    const first = await call<ProductDetail>('POST', '/products', {
      product: withImage(withImage(mug, alone), shared),
    });
    await call('POST', '/products', { product: { ...withImage(mug, shared), handle: 'other' } });
    await call('POST', '/products/delete', { selection: { ids: [first.data.id] }, expected: 1 });
    await call('POST', '/bin/delete', { ids: [first.data.id] });
    await age(alone.id, 8);
    await age(shared.id, 8);

    const gone = await forgetUnusedImages(db, files, Date.now());

    expect(gone.unused).toBe(1);
    expect((await show(alone.id)).statusCode).toBe(404);
    expect(readdirSync(join(dataFolder, 'images', alone.id.slice(-2)))).not.toContain(`${alone.id}.png`);
    expect((await show(shared.id)).statusCode).toBe(200);
    expect((await show(fresh.id)).statusCode).toBe(200);
  });

  it('is not saved with an image that is gone or is another merchant’s, and is saved without it', async () => {
    const [ann, ben] = [await merchant(), await merchant()];
    const foreign = await ben.image(await plainImage(20, 20).png().toBuffer());

    const refused = await ann.call('POST', '/products', { product: withImage(mug, foreign) });
    const { data: made } = await ann.call<ProductDetail>('POST', '/products', { product: mug });
    const edited = await ann.call('PUT', `/products/${made.id}`, {
      revision: 1,
      product: withImage(mug, foreign),
    });

    expect([refused.code, edited.code]).toEqual(['image.gone', 'image.gone']);
    expect((await ann.call('PUT', `/products/${made.id}`, { revision: 1, product: mug })).status).toBe(200);
  });
});

it('deletes files that belong to nobody, and none that was just written', async () => {
  const { image } = somebody;
  const kept = await image(await plainImage(8, 8).png().toBuffer());
  const [old, fresh] = [
    { id: '01900000-0000-7000-8000-0000000000f1', ending: 'jpg' as const },
    { id: '01900000-0000-7000-8000-0000000000f2', ending: 'jpg' as const },
  ];
  const pathOf = ({ id, ending }: { id: string; ending: string }) =>
    join(dataFolder, 'images', id.slice(-2), `${id}.${ending}`);
  for (const each of [old, fresh]) {
    await files.put(each, Buffer.from('left behind'));
  }
  const longAgo = new Date(Date.now() - 2 * 24 * 3600_000);
  utimesSync(pathOf(old), longAgo, longAgo);
  utimesSync(pathOf({ id: kept.id, ending: 'png' }), longAgo, longAgo);

  const { stray } = await forgetUnusedImages(db, files, Date.now());

  expect(stray).toBe(1);
  expect(
    [pathOf(old), pathOf(fresh), pathOf({ id: kept.id, ending: 'png' })].map((path) => existsSync(path)),
  ).toEqual([false, true, true]);
});
