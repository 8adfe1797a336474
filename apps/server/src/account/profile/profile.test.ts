import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { apiBase } from '@bowerbird/contract/route';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { anotherMerchant, signIn, testApp } from '../../../testing/api/app.ts';
import { testDatabase } from '../../../testing/database/database.ts';
import { readConfig } from '../../config/config.ts';
import { profileBrowserRoutes, profileRoutes } from './profile-routes.ts';

const dataFolder = mkdtempSync(join(tmpdir(), 'bowerbird-profile-'));
afterAll(() => rmSync(dataFolder, { recursive: true, force: true }));
const { db } = await testDatabase();
const { app } = await testApp(db, {
  served: profileRoutes,
  browserServed: profileBrowserRoutes,
  services: { config: readConfig({ LOG_LEVEL: 'silent', BOWERBIRD_DATA: dataFolder }) },
});

type Headers = Record<string, string>;

function send(headers: Headers, method: 'GET' | 'POST' | 'PUT', path: string, payload?: object) {
  return app.inject({ method, url: apiBase + path, headers, ...(payload && { payload }) });
}

let count = 0;
/** A new person, signed in. */
async function somebody() {
  count += 1;
  return { headers: await signIn(app, await anotherMerchant(db, `profile${count}`)) };
}

describe('an avatar', () => {
  const form = (file: Buffer, name = 'image') => ({
    payload: Buffer.concat([
      Buffer.from(
        `--edge\r\ncontent-disposition: form-data; name="${name}"; filename="me.jpg"\r\ncontent-type: image/jpeg\r\n\r\n`,
      ),
      file,
      Buffer.from('\r\n--edge--\r\n'),
    ]),
    type: { 'content-type': 'multipart/form-data; boundary=edge' },
  });
  const upload = (headers: Headers, file: Buffer) => {
    const { payload, type } = form(file);
    return app.inject({
      method: 'POST',
      url: `${apiBase}/account/avatar`,
      headers: { ...headers, ...type },
      payload,
    });
  };
  const photo = (width: number, height: number, background = '#1890ff') =>
    sharp({ create: { width, height, channels: 3, background } });

  it('becomes a square of 256 pixels that reveals nothing of camera or place, and replaces the one before', async () => {
    const { headers } = await somebody();
    const original = await photo(640, 480)
      .jpeg()
      .withExif({ IFD0: { Make: 'A camera' }, IFD3: { GPSLatitude: '1/1 2/1 3/1' } })
      .toBuffer();

    const first = await upload(headers, original);
    const address = first.json<{ data: { avatar: string } }>().data.avatar;
    const shown = await app.inject({ url: address, headers });
    const second = await upload(headers, await photo(300, 900, '#c22b33').png().toBuffer());

    expect(first.statusCode).toBe(201);
    expect(shown.headers).toMatchObject({
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, max-age=31536000, immutable',
    });
    const read = await sharp(shown.rawPayload).metadata();
    expect(read).toMatchObject({ width: 256, height: 256, format: 'webp' });
    expect(read.exif).toBeUndefined();
    expect((await send(headers, 'GET', '/user/get-user')).json().data.avatar).toBe(second.json().data.avatar);
    expect((await app.inject({ url: address, headers })).statusCode).toBe(404);
    expect(readdirSync(join(dataFolder, 'avatars'))).toHaveLength(1);
  });

  it('is refused by name when it is no image, too large a file, or unpacks to too much [asvs 5.2.1] [asvs 5.2.2] [asvs 5.2.3]', async () => {
    const { headers } = await somebody();

    const noImage = await upload(headers, Buffer.from('<script>alert(1)</script>'));
    const drawing = await upload(
      headers,
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
    );
    const cut = await upload(headers, (await photo(900, 900).jpeg().toBuffer()).subarray(0, 900));
    const heavy = await upload(headers, Buffer.alloc(5 * 1024 * 1024 + 1));
    const bomb = await upload(headers, await photo(16_000, 20).png().toBuffer());
    const noForm = await send(headers, 'POST', '/account/avatar', { image: 'me' });

    expect([noImage, drawing, cut].map((answer) => answer.json().code)).toEqual(
      Array(3).fill('account.image-unreadable'),
    );
    expect([heavy, bomb].map((answer) => answer.json().code)).toEqual(
      Array(2).fill('account.image-too-large'),
    );
    expect(noForm.json().code).toBe('request.invalid');
  });
});

describe('the profile of a person', () => {
  it('is kept, and shows at once', async () => {
    const { headers } = await somebody();
    const form = {
      name: ' 林晓 ',
      motto: '慢慢来',
      jobTitle: '选品',
      tags: ['家居', '家居', '灯'],
      language: 'pt-BR',
    };

    const saved = await send(headers, 'PUT', '/account/profile', form);
    const nameless = await send(headers, 'PUT', '/account/profile', { ...form, name: ' ' });

    expect(saved.json().data).toMatchObject({ ...form, name: '林晓', tags: ['家居', '灯'] });
    expect((await send(headers, 'GET', '/user/get-user')).json().data.name).toBe('林晓');
    expect(nameless.statusCode).toBe(400);
  });
});
