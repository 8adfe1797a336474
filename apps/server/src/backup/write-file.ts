import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { type FileHandle, link, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress } from 'node:zlib';
import { AppError } from '@bowerbird/contract/errors';
import { unusable } from './file-errors.ts';
import { type BackupHeader, endLine, formatName, formatNumber } from './format.ts';
import { encodeSections, type Section } from './frames.ts';

/** Throws `backup.file-exists` for an existing file: a backup never replaces another. */
export function requireNoFile(file: string): void {
  for (const each of [file, `${file}.part`]) {
    if (existsSync(each)) {
      throw new AppError('backup.file-exists', each, { params: { file: each } });
    }
  }
}

/**
 * Writes a backup file that only its user can read. The file gets its name only when it is complete and on the disk;
 * until then it is `FILE.part`. Returns its length in bytes. Throws `backup.file-exists`, and `backup.file-unusable` if
 * the file cannot be written.
 */
export async function writeBackupFile(
  file: string,
  header: BackupHeader,
  sections: AsyncIterable<Section>,
): Promise<number> {
  const unfinished = `${file}.part`;
  requireNoFile(file);
  const target = await open(unfinished, 'wx', 0o600).catch(unusable(unfinished));
  let bytes: number;
  try {
    try {
      bytes = await writeAll(target, header, sections).catch(unusable(unfinished));
    } finally {
      await target.close();
    }
    await giveName(unfinished, file);
  } catch (thrown) {
    await rm(unfinished, { force: true });
    throw thrown;
  }
  return bytes;
}

async function writeAll(
  target: FileHandle,
  header: BackupHeader,
  sections: AsyncIterable<Section>,
): Promise<number> {
  const hash = createHash('sha256');
  let bytes = 0;
  const write = async (chunk: Buffer) => {
    await target.writeFile(chunk);
    bytes += chunk.length;
  };
  const writeHashed = async (chunk: Buffer) => {
    hash.update(chunk);
    await write(chunk);
  };
  await writeHashed(Buffer.from(`${formatName}${formatNumber}\n${JSON.stringify(header)}\n`));
  await pipeline(
    Readable.from(encodeSections(sections)),
    createZstdCompress(),
    async (compressed: AsyncIterable<Buffer>) => {
      for await (const chunk of compressed) {
        await writeHashed(chunk);
      }
    },
  );
  await write(Buffer.from(endLine(hash.digest('hex'))));
  await target.sync();
  return bytes;
}

/**
 * Names the file without replacing one that was created meanwhile. Some file systems have no links; there this is not
 * guaranteed.
 */
async function giveName(unfinished: string, file: string): Promise<void> {
  try {
    await link(unfinished, file);
    await rm(unfinished);
  } catch (thrown) {
    if (thrown instanceof Error && 'code' in thrown && thrown.code === 'EEXIST') {
      throw new AppError('backup.file-exists', file, { params: { file } });
    }
    await rename(unfinished, file);
  }
  await syncFolder(dirname(file));
}

/** Makes the names in a folder durable; where folders cannot be opened (Windows), the system does so itself. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => null);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}
