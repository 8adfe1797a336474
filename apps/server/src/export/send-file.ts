import type { Readable } from 'node:stream';
import { AppError } from '@bowerbird/contract/errors';
import { entryStream } from '@bowerbird/files/zip/entry-stream';
import type { FastifyReply } from 'fastify';
import type { Call } from '../http/serve.ts';
import type { FileStore } from '../stored-files/file-store.ts';
import { type ExportFileRow, fileKey } from './files.ts';

/**
 * Sends a file as an attachment that nothing on the way stores and no browser shows. Throws `export.file-gone` if it is
 * not stored any more.
 */
export async function sendFile(
  call: Pick<Call, 'services' | 'reply'>,
  row: ExportFileRow,
): Promise<FastifyReply> {
  const file = await call.services.files.open(fileKey(row.run_id));
  if (file === null) {
    throw gone(row);
  }
  return send(call.reply, { name: row.name, ...file });
}

/** Sends one product file of a ZIP, counted from 1. Throws `not-found` and `export.file-gone`. */
export async function sendPart(
  call: Pick<Call, 'services' | 'reply'>,
  row: ExportFileRow,
  number: number,
): Promise<FastifyReply> {
  const part = row.parts[number - 1];
  if (part === undefined) {
    throw new AppError('not-found', `part ${number} of export file ${row.id}`);
  }
  const stream = await entryOf(call.services.files, fileKey(row.run_id), part.name);
  if (stream === null) {
    throw gone(row);
  }
  return send(call.reply, { ...part, stream });
}

/** Opens an entry of a stored ZIP; null if the file or the entry is not there. */
async function entryOf(files: FileStore, key: string, name: string): Promise<Readable | null> {
  const bytes = await files.sizeOf(key);
  const part = async (first: number, last: number): Promise<Readable> => {
    const file = await files.open(key, { first, last });
    if (!file) {
      throw new Error(`${key} was removed while it was read`);
    }
    return file.stream;
  };
  return bytes === null ? null : await entryStream({ bytes, part }, name).catch(nullWhenNoZip);
}

/** For `catch`: null for what is no ZIP; a store that does not answer stays an error. */
function nullWhenNoZip(thrown: unknown): null {
  if (thrown instanceof AppError) {
    throw thrown;
  }
  return null;
}

function gone({ run_id }: ExportFileRow): AppError {
  return new AppError('export.file-gone', `the file of run ${run_id} is not stored any more`);
}

function send(
  reply: FastifyReply,
  { name, bytes, stream }: { name: string; bytes: number; stream: Readable },
): FastifyReply {
  return reply
    .header('content-type', contentType(name))
    .header('content-disposition', `attachment; filename="${asciiName(name)}"`)
    .header('content-length', bytes)
    .header('cache-control', 'private, no-store')
    .header('referrer-policy', 'no-referrer')
    .header('x-content-type-options', 'nosniff')
    .send(stream);
}

/** Returns a name that is safe in a header and on every file system. */
function asciiName(name: string): string {
  return name.replaceAll(/[^\w.-]+/g, '-');
}

function contentType(name: string): string {
  return name.endsWith('.zip')
    ? 'application/zip'
    : name.endsWith('.xlsx')
      ? 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
      : 'text/csv; charset=utf-8';
}
