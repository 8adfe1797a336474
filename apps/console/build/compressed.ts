import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotliOf = promisify(brotliCompress);
const gzipOf = promisify(gzip);

/** Images and fonts are compressed by their own formats. */
const isText = /\.(?:js|css|html|svg|json|webmanifest|txt)$/;

/**
 * Writes beside every text file of a built folder what the server sends of it: `.br` for browsers that take brotli,
 * `.gz` for the others. A file that either would not make smaller gets none.
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
