import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { AppError } from '@bowerbird/contract/errors';
import { entryStream } from '@bowerbird/files/zip/entry-stream';
import type { FastifyReply } from 'fastify';
import type { Call } from '../http/serve.ts';
import { type ExportFileRow, filePath } from './files.ts';

/**
 * Sends a file as an attachment that nothing on the way stores and no browser shows. Throws `export.file-gone` if the disk
 * does not have it.
 */
export async function sendFile(
  call: Pick<Call, 'services' | 'reply'>,
  row: ExportFileRow,
): Promise<FastifyReply> {
  const file = await open(filePath(call.services.config.dataFolder, row.run_id)).catch(() => {
    throw gone(row);
  });
  return send(call.reply, { name: row.name, bytes: row.bytes, stream: file.createReadStream() });
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
  const path = filePath(call.services.config.dataFolder, row.run_id);
  const stream = await entryStream(path, part.name).catch(() => null);
  if (stream === null) {
    throw gone(row);
  }
  return send(call.reply, { ...part, stream });
}

function gone({ run_id }: ExportFileRow): AppError {
  return new AppError('export.file-gone', `the file of run ${run_id} is not in the data folder`);
}

function send(
  reply: FastifyReply,
  { name, bytes, stream }: { name: string; bytes: number | string; stream: Readable },
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
