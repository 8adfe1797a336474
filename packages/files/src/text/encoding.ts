/** The encodings of product files, by their WHATWG names. GBK is read as its superset GB18030. */
export const encodings = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'gb18030',
  'big5',
  'shift_jis',
  'windows-1252',
] as const;
export type Encoding = (typeof encodings)[number];

/*
 * The carried form of a file's bytes is a string from which the same bytes can be made again, whatever they are: one
 * character per byte, or, in UTF-16, one per unit. Separators, quotes and line ends look the same in it as in text, so a
 * file is taken apart in this form, and only the values of cells are decoded.
 */

/** Turns a file's bytes into their carried form, chunk by chunk. */
export class Carrier {
  readonly #encoding: Encoding;
  #odd: Uint8Array = new Uint8Array();

  constructor(encoding: Encoding) {
    this.#encoding = encoding;
  }

  /** Returns the carried form of the next bytes; half a unit of UTF-16 waits for its other half. */
  push(bytes: Uint8Array): string {
    if (!isWide(this.#encoding)) {
      return view(bytes).toString('latin1');
    }
    const all = this.#odd.length === 0 ? view(bytes) : Buffer.concat([this.#odd, bytes]);
    const even = all.length - (all.length % 2);
    this.#odd = Uint8Array.prototype.slice.call(all, even);
    const units = this.#encoding === 'utf-16le' ? all.subarray(0, even) : swapped(all.subarray(0, even));
    return units.toString('utf16le');
  }

  /** True if the file ended inside a unit of UTF-16: its bytes cannot be given back. */
  get endsInside(): boolean {
    return this.#odd.length > 0;
  }
}

/** Returns the bytes of a carried text. */
export function bytesOf(carried: string, encoding: Encoding): Buffer {
  if (!isWide(encoding)) {
    return Buffer.from(carried, 'latin1');
  }
  const bytes = Buffer.from(carried, 'utf16le');
  return encoding === 'utf-16le' ? bytes : swapped(bytes);
}

/** The byte order mark of an encoding in its carried form; "" for encodings that have none. */
export function carriedMark(encoding: Encoding): string {
  return isWide(encoding) ? '\uFEFF' : encoding === 'utf-8' ? '\u00EF\u00BB\u00BF' : '';
}

export interface Decoded {
  value: string;
  /** False if some bytes are none in this encoding; each stands as U+FFFD in the value. */
  sound: boolean;
}

/** Returns the value that a carried cell stands for. */
export function decoded(carried: string, encoding: Encoding): Decoded {
  if (isWide(encoding)) {
    return { value: carried, sound: carried.isWellFormed() };
  }
  if (!beyondAscii.test(carried)) {
    return { value: carried, sound: true };
  }
  const bytes = Buffer.from(carried, 'latin1');
  const value = encoding === 'utf-8' ? bytes.toString('utf8') : decoderOf(encoding).decode(bytes);
  // The character may also stand in the file itself.
  const sound = !value.includes('\uFFFD') || (encoding === 'utf-8' && carried.includes('\u00EF\u00BF\u00BD'));
  return { value, sound };
}

/** Returns the carried form of a value; null if the encoding has no bytes for one of its characters. */
export function carried(value: string, encoding: Encoding): string | null {
  if (isWide(encoding) || !beyondAsciiText.test(value)) {
    return value;
  }
  if (encoding === 'utf-8') {
    return value.isWellFormed() ? Buffer.from(value, 'utf8').toString('latin1') : null;
  }
  const table = tableOf(encoding);
  let out = '';
  for (const character of value) {
    const bytes = character.charCodeAt(0) < 0x80 ? character : table.get(character);
    if (bytes === undefined) {
      return null;
    }
    out += bytes;
  }
  return out;
}

/** Reports whether a carried text holds more than ASCII, and so needs decoding. */
export function needsDecoding(carriedText: string): boolean {
  return beyondAscii.test(carriedText);
}

const beyondAscii = /[\x80-\xff]/;
const beyondAsciiText = /\P{ASCII}/u;

function isWide(encoding: Encoding): boolean {
  return encoding === 'utf-16le' || encoding === 'utf-16be';
}

function view(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function swapped(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes).swap16();
}

type Legacy = Exclude<Encoding, 'utf-8' | 'utf-16le' | 'utf-16be'>;
const decoders = new Map<Encoding, TextDecoder>();

/** Returns the decoder of an encoding, which replaces what it cannot read. */
export function decoderOf(encoding: Encoding): TextDecoder {
  const held = decoders.get(encoding) ?? new TextDecoder(encoding, { ignoreBOM: true });
  decoders.set(encoding, held);
  return held;
}

const tables = new Map<Encoding, ReadonlyMap<string, string>>();

/** Returns the bytes of each character, found by decoding every pair of bytes once. */
function tableOf(encoding: Legacy | Encoding): ReadonlyMap<string, string> {
  const held = tables.get(encoding);
  if (held) {
    return held;
  }
  const made = new Map<string, string>();
  const decoder = new TextDecoder(encoding, { ignoreBOM: true });
  const add = (...bytes: number[]) => {
    const character = decoder.decode(Uint8Array.from(bytes));
    const isOne = [...character].length === 1 && character !== '\uFFFD';
    if (isOne && !made.has(character)) {
      made.set(character, String.fromCharCode(...bytes));
    }
  };
  for (let lead = 0x80; lead <= 0xff; lead += 1) {
    add(lead);
  }
  if (encoding !== 'windows-1252') {
    for (let lead = 0x81; lead <= 0xfe; lead += 1) {
      for (let trail = 0x40; trail <= 0xfe; trail += 1) {
        add(lead, trail);
      }
    }
  }
  tables.set(encoding, made);
  return made;
}
