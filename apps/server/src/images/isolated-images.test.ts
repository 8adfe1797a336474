import { lookup } from 'node:dns/promises';
import { imageLimits } from '@bowerbird/contract/products/images';
import { hash } from '@node-rs/argon2';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { readAvatar } from '../account/profile/read-avatar.ts';
import { sourceImage } from '../listing/resources/source-image.ts';
import type { Services } from '../services/services.ts';
import { readImage } from './read-image.ts';
import { plainImage } from './testing.ts';

const library = { types: ['image/jpeg'], bytesMax: 10_000_000, sideMax: 2000 } as const;
/** Four of these occupy every thread of a process for a while. */
const large = plainImage(7000, 7000).png({ compressionLevel: 1 }).toBuffer();
/** Takes minutes to draw on any machine: each of its shapes takes seconds. */
const drawing = Buffer.from(
  `<svg xmlns="http://www.w3.org/2000/svg" width="7900" height="7900"><filter id="f"><feTurbulence baseFrequency=".9" numOctaves="99"/></filter>${'<rect width="7900" height="7900" filter="url(#f)"/>'.repeat(50)}</svg>`,
);

function listed(file: Uint8Array<ArrayBuffer>, signal = new AbortController().signal) {
  const fetch = async () => new Response(file);
  const storeJob = { services: { fetch } as unknown as Services, ownerId: '1' };
  return sourceImage(storeJob, { url: 'https://shop.example/a.png', alt: '' }, library, signal);
}

it('hashes passwords and looks names up while images are unpacked [asvs 15.2.2]', {
  tags: ['slow'],
}, async () => {
  const file = new Uint8Array(await large);
  const order: string[] = [];
  const images = Array.from({ length: 8 }, () => listed(file).then(() => order.push('image')));
  await new Promise((resume) => setTimeout(resume, 100));

  await Promise.all([
    hash('a password').then(() => order.push('password')),
    lookup('localhost').then(() => order.push('name')),
  ]);
  await Promise.all(images);

  // In the four threads that passwords and names share, five of the images would have ended before.
  expect(order.indexOf('password')).toBeLessThan(4);
  expect(order.indexOf('name')).toBeLessThan(4);
});

it('draws what shops show as a drawing, and stops one that never ends, while passwords are hashed', {
  tags: ['slow'],
}, async () => {
  const small = Buffer.from(
    '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><rect width="9" height="9"/></svg>',
  );
  const order: string[] = [];
  const endless = Promise.allSettled([listed(new Uint8Array(drawing))]);
  const ended = endless.then(() => order.push('drawing'));
  await new Promise((resume) => setTimeout(resume, 100));
  await hash('a password').then(() => order.push('password'));
  await ended;

  expect(order).toEqual(['password', 'drawing']);
  const failed = { code: 'store.image-failed', message: expect.stringContaining('image.too-costly') };
  expect(await endless).toMatchObject([{ reason: failed }]);
  const drawn = await listed(new Uint8Array(small));
  expect(await sharp(drawn.bytes).metadata()).toMatchObject({ format: 'jpeg', width: 40, height: 30 });
});

it('takes no drawing from people [asvs 1.3.4] [asvs 5.2.2]', async () => {
  expect(await Promise.allSettled([readAvatar(drawing), readImage(drawing)])).toMatchObject([
    { reason: { code: 'account.image-unreadable' } },
    { reason: { code: 'image.type-unsupported' } },
  ]);
});

it('ends the work of a caller who gives up', { tags: ['slow'] }, async () => {
  const file = new Uint8Array(await large);
  const giveUp = new AbortController();
  const images = Array.from({ length: 4 }, () => listed(file, giveUp.signal));
  await new Promise((resume) => setTimeout(resume, 20));
  giveUp.abort(new Error('cancelled'));

  const failures = await Promise.allSettled(images);

  expect(failures).toMatchObject(Array(4).fill({ reason: { message: 'cancelled' } }));
});

it.each([
  [imageLimits.frames, 'read'],
  [imageLimits.frames + 1, 'image.too-many-frames'],
])('of an animated image with %i frames says: %s', async (frames, outcome) => {
  const pixels = Buffer.from(Array.from({ length: frames * 2 * 2 * 3 }, (_, at) => (at * 97) % 256));
  const raw = { width: 2, height: 2 * frames, channels: 3, pageHeight: 2 } as const;
  const file = await sharp(pixels, { raw }).gif().toBuffer();

  expect(
    await readImage(file).then(
      () => 'read',
      ({ code }: { code: string }) => code,
    ),
  ).toBe(outcome);
});
