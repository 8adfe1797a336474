import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { createZstdDecompress } from 'node:zlib';
import { AppError, type ErrorCode } from '@bowerbird/contract/errors';
import { unusable } from './file-errors.ts';
import { BackupHeader, endLength, formatName, formatNumber, readEndLine } from './format.ts';
import { decodeSections, type Section } from './frames.ts';

/** A backup file that was found complete and unaltered. */
export interface Backup {
  file: string;
  header: BackupHeader;
  /** The SHA-256 of the file's content (hexadecimal), which identifies the backup. */
  sha256: string;
  /**
   * Reads the content, from its beginning on each call. Each section's content must be read before the next section.
   */
  sections(): AsyncGenerator<Section>;
}

const headerMax = 1 << 20;

/**
 * Opens a backup file, after reading all of it once and comparing its checksum. Throws `backup.not-a-backup`,
 * `backup.cut-off`, `backup.damaged`, `backup.newer` (a format of a later program) and `backup.file-unusable`.
 */
export async function openBackup(file: string): Promise<Backup> {
  const handle = await open(file, 'r').catch(unusable(file));
  try {
    const { size } = await handle.stat();
    const start = await readAt(handle, 0, Math.min(size, headerMax)).catch(unusable(file));
    const firstEnd = start.indexOf('\n');
    const format = formatOf(file, start.toString('latin1', 0, Math.max(firstEnd, 0)));
    const end = readEndLine(
      size < endLength ? '' : (await readAt(handle, size - endLength, endLength)).toString('latin1'),
    );
    if (end === null) {
      throw refused('backup.cut-off', file);
    }
    if ((await hashOf(file, size - endLength)) !== end) {
      throw refused('backup.damaged', file);
    }
    if (format > formatNumber) {
      throw newer(file, `format ${format}`, `format ${formatNumber}`);
    }
    const headerEnd = start.indexOf('\n', firstEnd + 1);
    const header = BackupHeader.parse(JSON.parse(start.toString('utf8', firstEnd + 1, headerEnd)));
    return {
      file,
      header,
      sha256: end,
      sections: () => readSections(file, headerEnd + 1, size - endLength - 1),
    };
  } finally {
    await handle.close();
  }
}

/** Returns the error for a backup that a later program wrote. */
export function newer(file: string, theirs: string, ours: string): AppError {
  return new AppError('backup.newer', `${file}: ${theirs}`, { params: { file, theirs, ours } });
}

/** Names a backup that a development version wrote whose migrations are gone. */
export function earlierDevelopment(file: string, theirs: string): AppError {
  return new AppError('backup.earlier-development-version', `${file}: ${theirs}`, {
    params: { file, theirs },
  });
}

function refused(code: Extract<ErrorCode, `backup.${string}`>, file: string): AppError {
  return new AppError(code, file, { params: { file } });
}

function formatOf(file: string, line: string): number {
  const number = line.startsWith(formatName) ? line.slice(formatName.length) : '';
  if (!/^\d{1,9}$/.test(number)) {
    throw refused('backup.not-a-backup', file);
  }
  return Number(number);
}

async function readAt(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}

async function hashOf(file: string, length: number): Promise<string> {
  const hash = createHash('sha256');
  if (length > 0) {
    for await (const chunk of createReadStream(file, { end: length - 1, highWaterMark: 1 << 20 })) {
      hash.update(chunk as Buffer);
    }
  }
  return hash.digest('hex');
}

async function* readSections(file: string, start: number, end: number): AsyncGenerator<Section> {
  const bytes = createReadStream(file, { start, end, highWaterMark: 1 << 20 });
  const plain = createZstdDecompress();
  bytes.once('error', (error) => plain.destroy(error));
  try {
    yield* decodeSections(bytes.pipe(plain));
  } finally {
    bytes.destroy();
    plain.destroy();
  }
}
