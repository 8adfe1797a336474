import sharp from 'sharp';
import type { Person } from './person.ts';
import type { Program } from './program.ts';

/** Returns an image of noise, so that it has a size on the disk. */
export function pngOf(pixels: number): Promise<Buffer> {
  const noise = { type: 'gaussian', sigma: 30, mean: 128 } as const;
  return sharp({ create: { width: pixels, height: pixels, channels: 3, background: '#aabbcc', noise } })
    .png()
    .toBuffer();
}

/** Uploads an image; returns status and code. Rejects if there is no answer. */
export async function upload(program: Program, merchant: Person, bytes: Buffer): Promise<string> {
  const form = new FormData();
  form.append('image', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), 'mug.png');
  const answer = await fetch(`${program.url}/shop-reptile/api/images`, {
    method: 'POST',
    headers: { 'access-token': merchant.token },
    body: form,
  });
  const read = (await answer.json()) as { code?: string };
  return `${answer.status} ${read.code ?? ''}`.trim();
}
