import { createHash } from 'node:crypto';
import { encodeCsvRow } from '@bowerbird/catalog/csv';
import { uploadedImageAddress } from '@bowerbird/catalog/stored/uploaded-image';
import { checkShopifyCsv } from '@bowerbird/files/formats/shopify/check';
import { describe, expect, it } from 'vitest';
import { testDatabase } from '../../../testing/database/database.ts';
import { mug, ownProducts, variant } from '../../../testing/products/products.ts';
import { all, exportBench, samples } from '../testing/export-bench.ts';

const { db } = await testDatabase();
const { config, merchant, start, work, run, preview, filesOf, download } = await exportBench(db);

describe('an exported file', () => {
  it.each(['shopify', 'shopify-new'] as const)(
    'in the format %s is taken by every rule of the importer',
    async (format) => {
      const ann = await merchant();
      await ownProducts(db, ann.ownerId, samples(120));

      const runId = await start(ann, all, format);
      await work(ann, runId);

      const [file] = await filesOf(ann);
      const text = (await download(ann, file?.id ?? '')).body;
      expect(checkShopifyCsv(text)).toEqual([]);
      expect(file).toMatchObject({ runId, products: 120, bytes: Buffer.byteLength(text) });
      expect(file?.sha256).toBe(createHash('sha256').update(text).digest('hex'));
      expect(await run(ann, runId)).toMatchObject({ state: 'complete', done: 120, total: 120 });
    },
  );

  it('leaves out what has no price, repairs what is not sound, and says of each which', async () => {
    const ann = await merchant();
    const unpriced = variant({ price: null });
    const similar = [
      variant({ optionValues: ['S'], sku: 'A' }),
      variant({ id: 'v2', optionValues: ['S'], sku: 'B' }),
    ];
    const some = [variant({ optionValues: ['S'] }), variant({ id: 'v2', optionValues: ['L'], price: null })];
    const options = [{ name: 'Size', values: ['S', 'L'] }];
    const plain = { ...mug, images: [], categories: [], currency: null, attributes: [], priceTiers: [] };
    await ownProducts(db, ann.ownerId, [
      { ...plain, title: 'On request', handle: 'on-request', options: [], variants: [unpriced] },
      { ...plain, title: 'Alike', handle: 'similar', options, variants: similar },
      { ...plain, title: 'Partly', handle: 'partly', options, variants: some },
    ]);

    await work(ann, await start(ann));

    const [file] = await filesOf(ann);
    const text = (await download(ann, file?.id ?? '')).body;
    expect(checkShopifyCsv(text)).toEqual([]);
    expect(text).not.toContain('on-request');
    expect(text).toContain('S (2)');
    expect(file).toMatchObject({ products: 2, rows: 3 });
    expect(file?.notices).toEqual([
      { what: 'no-price', products: 1, titles: ['On request'] },
      { what: 'combinations-set-apart', products: 1, titles: ['Alike'] },
      { what: 'variants-without-price', products: 1, titles: ['Partly'] },
    ]);
  });

  it('has the same bytes whenever the same products are exported', { tags: ['slow'] }, async () => {
    const ann = await merchant();
    await ownProducts(db, ann.ownerId, samples(450));

    for (const _ of [1, 2]) {
      await work(ann, await start(ann));
    }

    const [one, two] = await filesOf(ann);
    expect(one?.sha256).toBe(two?.sha256);
    expect(one?.id).not.toBe(two?.id);
  });

  it('leaves codes as they are, and every text as a store is to have it', async () => {
    const ann = await merchant();
    const variants = ['0017', '90.750', '1e10', '=A1+1'].map((sku, index) =>
      variant({ id: `v${index}`, sku, optionValues: [sku] }),
    );
    const options = [{ name: 'Code', values: variants.map(({ sku }) => sku ?? '') }];
    await ownProducts(db, ann.ownerId, [{ ...mug, title: '=cmd()', options, variants }]);

    await work(ann, await start(ann));

    const [file] = await filesOf(ann);
    const { body } = await download(ann, file?.id ?? '');
    for (const code of ['0017', '90.750', '1e10', '=A1+1', '=cmd()']) {
      expect(body).toContain(`,${code},`);
    }
    expect(file?.rows).toBe(4);
  });

  it('keeps two products with one handle apart', async () => {
    const ann = await merchant();
    await ownProducts(db, ann.ownerId, [mug, { ...mug, handle: 'Blue-Mug' }, mug]);

    await work(ann, await start(ann));

    const [file] = await filesOf(ann);
    expect(checkShopifyCsv((await download(ann, file?.id ?? '')).body)).toEqual([]);
  });

  it('holds what was selected and no more', async () => {
    const ann = await merchant();
    const [first = '', second = ''] = await ownProducts(db, ann.ownerId, [
      { ...mug, handle: 'one' },
      { ...mug, handle: 'two' },
      { ...mug, title: 'Lamp', handle: 'three' },
    ]);

    await work(ann, await start(ann, { filter: { text: 'blue' }, except: [first] }));
    await work(ann, await start(ann, { ids: [second] }));

    const files = await filesOf(ann);
    const bodies = await Promise.all(files.map(async ({ id }) => (await download(ann, id)).body));
    expect(bodies[0]).toContain('\ntwo,');
    expect(bodies[0]).not.toMatch(/\n(one|three),/);
    expect(bodies[0]).toBe(bodies[1]);
  });

  it('has the public address of an uploaded image, or the preview names it as left out', async () => {
    const ann = await merchant();
    const url = uploadedImageAddress({ id: crypto.randomUUID(), ending: 'jpg' });
    await ownProducts(db, ann.ownerId, [
      { ...mug, images: [...mug.images, { url, alt: '', width: null, height: null }] },
    ]);

    const without = await preview(ann);
    config.publicUrl = 'https://bower.example';
    const withAddress = await preview(ann);
    config.publicUrl = undefined;

    expect(without.notices).toContainEqual(expect.objectContaining({ what: 'uploaded-images', products: 1 }));
    expect(without.notices.map(({ what }) => what)).not.toContain('images-not-on-the-web');
    expect(JSON.stringify(without.rows)).not.toContain('bowerbird-image');
    expect(withAddress.notices.map(({ what }) => what)).not.toContain('uploaded-images');
    expect(JSON.stringify(withAddress.rows)).toMatch(
      /https:\/\/bower\.example\/shop-reptile\/api\/public-images\/[\w-]{22}-[\da-f-]{36}\.jpg/,
    );
  });

  it('is what the preview showed', async () => {
    const ann = await merchant();
    await ownProducts(db, ann.ownerId, [mug]);

    const shown = await preview(ann);
    await work(ann, await start(ann));

    const [file] = await filesOf(ann);
    const [header, row] = (await download(ann, file?.id ?? '')).body.split('\n');
    expect(shown.header.join(',')).toBe(header);
    expect(shown.rows.map((cells) => encodeCsvRow(cells, '\n'))).toEqual([`${row}\n`]);
    expect(shown.products).toBe(1);
    expect(shown.notices).toContainEqual(expect.objectContaining({ what: 'categories', products: 1 }));
  });
});
