import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Product } from '@bowerbird/catalog/product';
import { uploadedImageAddress } from '@bowerbird/catalog/stored/uploaded-image';
import type { ExportFile, ExportRequest } from '@bowerbird/contract/products/export';
import { unzipSync } from 'fflate';
import { afterAll, describe, expect, it } from 'vitest';
import { anotherMerchant, signIn, testApp } from '../../../testing/api/app.ts';
import { acceleratedClock } from '../../../testing/clock/accelerated-clock.ts';
import { testDatabase } from '../../../testing/database/database.ts';
import { mug, ownProducts, variant } from '../../../testing/products/products.ts';
import { readConfig } from '../../config/config.ts';
import { asOwner } from '../../db/database.ts';
import { imageFilesIn } from '../../images/files.ts';
import { getRun } from '../../runs/runs.ts';
import { folderStore } from '../../stored-files/folder-store.ts';
import { exportJob, type ImageLimits } from '../export-job.ts';
import { exportBrowserRoutes, exportRoutes } from '../routes.ts';
import { isInertDrawing } from './inert-drawing.ts';

const jpg = (body: string) => Buffer.concat([Buffer.from('ffd8ff', 'hex'), Buffer.from(body)]);
/** What the image host answers, by path; counted. */
const answers = new Map<string, () => Response>();
const requested: string[] = [];
let underWay = 0;
let mostAtOnce = 0;

const fetchImage: typeof fetch = async (input) => {
  const { pathname } = new URL(String(input));
  requested.push(pathname);
  underWay += 1;
  mostAtOnce = Math.max(mostAtOnce, underWay);
  await new Promise((resolve) => setTimeout(resolve, 2));
  underWay -= 1;
  return answers.get(pathname)?.() ?? new Response(null, { status: 404 });
};

const { db } = await testDatabase();
const dataFolder = mkdtempSync(join(tmpdir(), 'bowerbird-export-images-'));
afterAll(() => rmSync(dataFolder, { recursive: true, force: true }));
const { app, services } = await testApp(db, {
  served: exportRoutes,
  browserServed: exportBrowserRoutes,
  services: {
    config: readConfig({ BOWERBIRD_DATA: dataFolder, LOG_LEVEL: 'silent' }),
    fetch: fetchImage,
    clock: acceleratedClock(50),
  },
});
const api = '/shop-reptile/api';

async function merchantWith(products: Product[]) {
  const account = await anotherMerchant(db, crypto.randomUUID());
  await ownProducts(db, account.ownerId, products);
  return { ownerId: account.ownerId, headers: await signIn(app, account) };
}
type Merchant = Awaited<ReturnType<typeof merchantWith>>;

async function start({ headers }: Merchant, choices: Partial<ExportRequest>): Promise<string> {
  const payload = { format: 'shopify', selection: { filter: {}, except: [] }, images: 'address', ...choices };
  const answer = await app.inject({ method: 'POST', url: `${api}/exports`, headers, payload });
  expect(answer.statusCode, answer.body).toBe(202);
  return answer.json<{ data: { runId: string } }>().data.runId;
}

const work = (
  { ownerId }: Merchant,
  runId: string,
  limits?: ImageLimits,
  signal = new AbortController().signal,
) => exportJob(services, limits).work({ runId, ownerId, key: runId }, signal);

const runOf = ({ ownerId }: Merchant, runId: string) =>
  asOwner(db, ownerId, (owned) => getRun(owned, ownerId, runId));

async function fileOf({ headers }: Merchant): Promise<ExportFile> {
  const { data } = (await app.inject({ url: `${api}/exports/files`, headers })).json();
  return data.items[0];
}

async function unzipped(merchant: Merchant): Promise<Record<string, Uint8Array>> {
  const { headers } = merchant;
  const { id } = await fileOf(merchant);
  const answer = await app.inject({
    url: `${api}/exports/files/${id}/download`,
    cookies: { 'Access-Token': headers['access-token'] },
  });
  expect(answer.headers['content-type']).toBe('application/zip');
  return unzipSync(answer.rawPayload);
}

const image = (path: string) => ({ url: `https://cdn.example${path}`, alt: '', width: null, height: null });
const textOf = (bytes: Uint8Array | undefined) => Buffer.from(bytes ?? []).toString('utf8');

answers.set('/front.jpg', () => new Response(jpg('front')));
answers.set('/%E6%AD%A3%E9%9D%A2.png', () => new Response(Buffer.from('\x89PNG\r\n\x1a\n…', 'latin1')));
answers.set('/red.jpg', () => new Response(jpg('red')));
answers.set('/drawing.svg', () => new Response('<svg xmlns="http://www.w3.org/2000/svg" onload="x()"/>'));

it.each([
  ['<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0"/><text>Mug</text></svg>', true],
  ['<?xml version="1.0"?><svg><g><circle r="1"/></g></svg>', true],
  ['<svg><script>x()</script></svg>', false],
  ['<svg><g ONLOAD = "x()"/></svg>', false],
  ['<svg><a href="javascript:x()">x</a></svg>', false],
  ['<svg><foreignObject><p/></foreignObject></svg>', false],
  ['<svg><image href="https://elsewhere.example/a.png"/></svg>', false],
  ['<!DOCTYPE svg [<!ENTITY a "x">]><svg>&a;</svg>', false],
  ['<p>no drawing</p>', false],
])('of %s it is known whether it does anything when it is opened', (drawing, isInert) => {
  expect(isInertDrawing(Buffer.from(drawing))).toBe(isInert);
});

describe('a ZIP with images', () => {
  it('holds each image once, in a folder by its product, and lists what is missing', async () => {
    const merchant = await merchantWith([
      {
        ...mug,
        handle: 'blue-mug',
        images: [image('/front.jpg'), image('/%E6%AD%A3%E9%9D%A2.png'), image('/gone.jpg')],
        variants: [variant({ imageUrl: 'https://cdn.example/red.jpg' })],
      },
      { ...mug, title: '=Lamp', handle: 'lamp', images: [image('/front.jpg'), image('/drawing.svg')] },
    ]);
    const runId = await start(merchant, {});
    requested.length = 0;
    await work(merchant, runId);

    const file = await fileOf(merchant);
    const files = await unzipped(merchant);
    const csv = `${file.name.replace('.zip', '')}.csv`;
    expect(Object.keys(files)).toEqual([
      csv,
      'missing-images.csv',
      'images/blue-mug/1-front.jpg',
      'images/blue-mug/2-正面.png',
      'images/blue-mug/4-red.jpg',
    ]);
    expect(Buffer.from(files['images/blue-mug/1-front.jpg'] ?? [])).toEqual(jpg('front'));
    expect(textOf(files[csv])).toContain('https://cdn.example/front.jpg');
    expect(textOf(files['missing-images.csv'])).toBe(
      [
        '\uFEFFHandle,Title,Image,Reason',
        `blue-mug,${mug.title},https://cdn.example/gone.jpg,The server answered 404`,
        `lamp,'=Lamp,https://cdn.example/drawing.svg,"Not a JPEG, PNG, WebP, GIF or AVIF image, nor a plain SVG"`,
        '',
      ].join('\n'),
    );
    expect(file).toMatchObject({ images: { files: 3, missing: 2 }, parts: [{ name: csv }] });
    expect(file.notices).toContainEqual({
      what: 'images-missing',
      products: 2,
      titles: [mug.title, '=Lamp'],
    });
    expect(requested.filter((path) => path === '/front.jpg')).toHaveLength(1);
    expect(readdirSync(join(dataFolder, 'exports')).filter((name) => name.startsWith(runId))).toEqual([
      `${runId}.csv`,
    ]);
  });

  it.each(['shopify', 'woocommerce', 'shopline'] as const)(
    'is pointed to by the image columns of %s, if the merchant wants that',
    async (format) => {
      const uploaded = { id: crypto.randomUUID(), ending: 'png' } as const;
      await imageFilesIn(folderStore(dataFolder)).put(
        uploaded,
        Buffer.from('\x89PNG\r\n\x1a\nmine', 'latin1'),
      );
      const merchant = await merchantWith([
        {
          ...mug,
          handle: 'blue-mug',
          descriptionHtml: 'https://cdn.example/front.jpg',
          images: [
            image('/front.jpg'),
            image('/gone.jpg'),
            { ...image(''), url: uploadedImageAddress(uploaded) },
          ],
        },
      ]);
      await work(merchant, await start(merchant, { format, kind: 'csv', images: 'file' }));

      const files = await unzipped(merchant);
      const csv = textOf(Object.entries(files).find(([name]) => name.startsWith('products-'))?.[1]);
      expect(csv).toContain('images/blue-mug/1-front.jpg');
      expect(csv).toContain('https://cdn.example/gone.jpg');
      expect(csv).toContain('images/blue-mug/3-uploaded.png');
      expect(csv).not.toContain('image.invalid');
      // The description is the merchant's text and no image column.
      expect(csv.match(/https:\/\/cdn\.example\/front\.jpg/g)).toHaveLength(1);
      expect(Object.keys(files)).toContain('images/blue-mug/3-uploaded.png');
    },
  );

  it('has no name that leaves its folder, or that a file system refuses', async () => {
    answers.set('/..%2F..%2Fetc%2Fpasswd', () => new Response(jpg('x')));
    const merchant = await merchantWith(
      ['../../evil', 'CON', 'a/b', 'A-b', '…'].map((handle) => ({
        ...mug,
        handle,
        images: [image(`/..%2F..%2Fetc%2Fpasswd?${encodeURIComponent(handle)}`)],
      })),
    );
    await work(merchant, await start(merchant, {}));

    const names = Object.keys(await unzipped(merchant)).filter((name) => name.startsWith('images/'));
    expect(names).toEqual([
      'images/evil/1-etc-passwd.jpg',
      'images/CON-/1-etc-passwd.jpg',
      'images/a-b/1-etc-passwd.jpg',
      'images/A-b-2/1-etc-passwd.jpg',
      'images/product/1-etc-passwd.jpg',
    ]);
  });

  it('goes on with the images it has when it is taken up again', async () => {
    const images = Array.from({ length: 30 }, (_, at) => image(`/many-${at}.jpg`));
    for (const at of images.keys()) {
      answers.set(`/many-${at}.jpg`, () => new Response(jpg(String(at))));
    }
    const merchant = await merchantWith([{ ...mug, images }]);
    const runId = await start(merchant, {});
    // What a process that was killed leaves: whole images, and one that is not whole.
    const stop = new AbortController();
    answers.set('/many-20.jpg', () => {
      stop.abort(new Error('The server is stopping.'));
      return new Response(jpg('20'));
    });
    await expect(work(merchant, runId, {}, stop.signal)).rejects.toThrow();
    const saved = readdirSync(join(dataFolder, 'exports', `${runId}.images`)).length;
    answers.set('/many-20.jpg', () => new Response(jpg('20')));
    requested.length = 0;
    mostAtOnce = 0;
    await work(merchant, runId);

    expect(saved).toBeGreaterThan(10);
    expect(requested.length).toBeLessThanOrEqual(30 - saved);
    expect(mostAtOnce).toBeLessThanOrEqual(2);
    expect(await fileOf(merchant)).toMatchObject({ images: { files: 30, missing: 0 } });
  });

  it('asks a host again that is busy, and leaves one alone that never answers', async () => {
    let busy = 2;
    answers.set('/busy.jpg', () =>
      busy-- > 0
        ? new Response(null, { status: 429, headers: { 'retry-after': '1' } })
        : new Response(jpg('b')),
    );
    const dead = Array.from({ length: 40 }, (_, at) => image(`/dead-${at}.jpg`));
    for (const at of dead.keys()) {
      answers.set(`/dead-${at}.jpg`, () => {
        throw new TypeError('fetch failed');
      });
    }
    const merchant = await merchantWith([{ ...mug, images: [image('/busy.jpg'), ...dead] }]);
    const runId = await start(merchant, {});
    requested.length = 0;
    await work(merchant, runId);

    expect(await fileOf(merchant)).toMatchObject({ images: { files: 1, missing: 40 } });
    expect(requested.filter((path) => path.startsWith('/dead')).length).toBeLessThan(12);
  });

  it('that would be too large or hold too many images fails with its reason, and leaves nothing', async () => {
    const merchant = await merchantWith([{ ...mug, images: [image('/front.jpg'), image('/red.jpg')] }]);
    const large = await start(merchant, {});
    await work(merchant, large, { bytesMax: 10 });
    const many = await start(merchant, {});
    await work(merchant, many, { imagesMax: 1 });

    expect((await runOf(merchant, large)).fault).toMatchObject({ code: 'export.images-too-large' });
    expect((await runOf(merchant, many)).fault).toMatchObject({ code: 'export.images-too-many' });
    expect(readdirSync(join(dataFolder, 'exports')).filter((name) => /images$/.test(name))).toEqual([]);
    expect(await fileOf(merchant)).toBeUndefined();
  });

  it('of several product files gives each of them alone', async () => {
    const merchant = await merchantWith(
      Array.from({ length: 6 }, (_, at) => ({ ...mug, handle: `mug-${at}`, images: [image('/front.jpg')] })),
    );
    mkdirSync(join(dataFolder, 'exports'), { recursive: true });
    await work(merchant, await start(merchant, { rowsMax: 2 }));
    const file = await fileOf(merchant);
    const part = (number: number | string) =>
      app.inject({
        url: `${api}/exports/files/${file.id}/parts/${number}/download`,
        cookies: { 'Access-Token': merchant.headers['access-token'] },
      });
    const whole = await unzipped(merchant);

    const second = await part(2);
    expect(file.parts).toHaveLength(3);
    expect(second.headers['content-disposition']).toBe(`attachment; filename="${file.parts[1]?.name}"`);
    expect(second.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(Number(second.headers['content-length'])).toBe(second.rawPayload.length);
    expect(second.rawPayload).toEqual(Buffer.from(whole[file.parts[1]?.name ?? ''] ?? []));
    expect([(await part(4)).statusCode, (await part('../1')).statusCode]).toEqual([404, 404]);
  });
});
