import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { basename } from 'node:path';
import {
  createUpload,
  deleteUpload,
  getUpload,
  type ImportFile,
  uploadLimits,
  uploadPart,
} from '@bowerbird/contract/files/uploads';
import { asOwner } from '../../db/database.ts';
import { findUnfinishedFile } from '../../uploads/queries.ts';
import { inform, WrongUse } from '../command.ts';
import type { Session } from '../session.ts';

/**
 * Sends a file in parts, and goes on with one of its name and size that was cut off. Returns it once all of it has arrived
 * and is the same, byte for byte. Throws `WrongUse` for a file that cannot be read, and for one that changes meanwhile.
 */
export async function sendFile(session: Session, path: string): Promise<ImportFile> {
  const file = await opened(path);
  try {
    const facts = await file.stat();
    if (!facts.isFile() || facts.size === 0) {
      throw new WrongUse(`${path} is ${facts.isFile() ? 'empty' : 'no file'}.`);
    }
    const begun = await findBegun(session, { name: basename(path), bytes: facts.size });
    const sent = begun && (await sendRest(session, file, path, begun));
    if (sent && sent.sha256 === (await sha256Of(file))) {
      return sent;
    }
    if (sent) {
      // What was cut off was another file of this name and size.
      await session.call(deleteUpload, { params: { id: sent.id } });
    }
    const fresh = await session.call(createUpload, { body: { name: basename(path), bytes: facts.size } });
    const whole = await sendRest(session, file, path, fresh);
    if (whole.sha256 !== (await sha256Of(file))) {
      await session.call(deleteUpload, { params: { id: whole.id } });
      throw changed(path);
    }
    return whole;
  } finally {
    await file.close();
  }
}

async function opened(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'r');
  } catch {
    throw new WrongUse(`${path} cannot be read.`);
  }
}

async function findBegun(
  session: Session,
  file: { name: string; bytes: number },
): Promise<ImportFile | undefined> {
  const { ownerId } = session;
  const row = await asOwner(session.program.services.db, ownerId, (db) =>
    findUnfinishedFile(db, ownerId, file),
  );
  return row && (await session.call(getUpload, { params: { id: row.id } }));
}

async function sendRest(
  session: Session,
  file: FileHandle,
  path: string,
  begun: ImportFile,
): Promise<ImportFile> {
  let { received } = begun;
  if (received > 0) {
    inform(`Goes on at ${megabytes(received)} of ${megabytes(begun.bytes)} MB`);
  }
  for (let sent = begun; ; ) {
    const bytes = Buffer.alloc(Math.min(uploadLimits.partBytes, begun.bytes - received));
    const { bytesRead } = await file.read(bytes, 0, bytes.length, received);
    if (bytesRead < bytes.length) {
      throw changed(path);
    }
    sent = await session.call(uploadPart, { params: { id: begun.id, from: String(received) }, bytes });
    received = sent.received;
    if (received >= begun.bytes) {
      return sent;
    }
    inform(`Sent ${megabytes(received)} of ${megabytes(begun.bytes)} MB`);
  }
}

async function sha256Of(file: FileHandle): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of file.createReadStream({ start: 0, autoClose: false })) {
    hash.update(chunk as Buffer);
  }
  return hash.digest('hex');
}

function changed(path: string): WrongUse {
  return new WrongUse(`${path} changed while it was read. Run the command again when it is complete.`);
}

function megabytes(bytes: number): string {
  return (bytes / 1024 ** 2).toFixed(1);
}
