import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotliOf = promisify(brotliCompress);
const gzipOf = promisify(gzip);

/** Text formats to compress; images and fonts are already compressed by their own formats. */
const isText = /\.(?:js|css|html|svg|json|webmanifest|txt)$/;

/**
 * Writes the compressed versions that the server sends next to every text file of a built folder: `.br` for browsers
 * that accept brotli, `.gz` for the others. A version that would not be smaller is not written.
 */
export async function compressFolder(folder: string): Promise<void> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    isText.test(file),
  );
  await Promise.all(
    files.map(async (file) => {
      const path = join(folder, file);
      const content = readFileSync(path);
      const params = {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.byteLength,
      };
      const [brotli, zipped] = await Promise.all([
        brotliOf(content, { params }),
        gzipOf(content, { level: constants.Z_BEST_COMPRESSION }),
      ]);
      for (const [extension, packed] of [['br', brotli] as const, ['gz', zipped] as const]) {
        if (packed.byteLength < content.byteLength) {
          writeFileSync(`${path}.${extension}`, packed);
        }
      }
    }),
  );
}
