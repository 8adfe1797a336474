import type { FaultCode } from '@bowerbird/contract/files/fault-codes';
import { detectEncoding } from '../text/detect-encoding.ts';
import type { FileSource } from './file-source.ts';

/** What a file is by its first bytes, whatever its name says: a table, or why it is none that can be read. */
export type FileType = 'csv' | 'zip' | FaultCode;

/** Returns what a file is. Reads 4 KB; of old Office files one sector more. */
export async function fileType(source: FileSource): Promise<FileType> {
  if (source.size === 0) {
    return 'file.empty';
  }
  const head = await source.read(0, 4096);
  const start = Buffer.from(head).toString('latin1');
  if (start.startsWith('PK\u0003\u0004') || start.startsWith('PK\u0005\u0006')) {
    return 'zip';
  }
  if (start.startsWith('\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1')) {
    return await oldOffice(source, head);
  }
  // BIFF of 1987 to 1993, without a container.
  const [first, second = -1, third = -1] = head;
  if (first === 9 && [0, 2, 4, 8].includes(second) && [4, 6, 8].includes(third)) {
    return 'file.old-excel';
  }
  if (others.some((begin) => start.startsWith(begin))) {
    return 'file.not-a-table';
  }
  const plain = start.replace(/^(?:\u00ef\u00bb\u00bf)?\s{0,500}/, '');
  if (/^<\?xml|^<workbook/i.test(plain)) {
    return /mso-application|urn:schemas-microsoft-com:office:spreadsheet|<workbook/i.test(plain)
      ? 'file.xml-table'
      : 'file.not-a-table';
  }
  if (isBinary(head)) {
    return 'file.not-a-table';
  }
  return /^(?:<!doctype html|<html|<table|<head|<meta|<body)\b/i.test(plain) ? 'file.web-page' : 'csv';
}

/** Reports whether more than one byte in twenty is zero, as in no text; in UTF-16, every second one may be. */
function isBinary(head: Uint8Array): boolean {
  const zeros = head.filter((byte) => byte === 0).length;
  return zeros * 20 > head.length && !detectEncoding(head).encoding.startsWith('utf-16');
}

/** PDF, RAR, 7z, GZIP, JPEG, PNG, GIF, RIFF (WEBP), ELF. */
const others = [
  '%PDF-',
  'Rar!\u001a',
  "7z\u00bc\u00af'\u001c",
  '\u001f\u008b',
  '\u00ff\u00d8\u00ff',
  '\u0089PNG',
  'GIF8',
  'RIFF',
  '\u007fELF',
];

/** An old Office container holds an `.xls`, or an `.xlsx` under a password. Its directory names what is inside. */
async function oldOffice(source: FileSource, head: Uint8Array): Promise<FileType> {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  if (head.length < 512) {
    return 'file.cut-off';
  }
  const sector = view.getUint16(30, true) === 12 ? 4096 : 512;
  const directory = (view.getInt32(48, true) + 1) * sector;
  const entries = directory > 0 ? await source.read(directory, sector) : new Uint8Array();
  const names = new TextDecoder('utf-16le').decode(entries.subarray(0, entries.length & ~1));
  if (/EncryptedPackage|EncryptionInfo/.test(names)) {
    return 'file.encrypted';
  }
  return /WordDocument|PowerPoint/.test(names) ? 'file.not-a-table' : 'file.old-excel';
}
