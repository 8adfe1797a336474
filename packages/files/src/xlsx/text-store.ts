import { randomUUID } from 'node:crypto';
import { closeSync, openSync, readSync, unlinkSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FileRefused } from '../source/refused.ts';

const pageBytes = 1 << 20;
const offsetsInBlock = 1 << 16;

/** How many bytes of texts are held in memory, and how many at all. */
export interface TextLimits {
  memory: number;
  disk: number;
}

export const textLimits: TextLimits = { memory: 96 * pageBytes, disk: 8 * 1024 * pageBytes };

/**
 * Holds many texts by number outside the heap, as UTF-8. What is beyond the memory goes to a file that has no name and
 * ends with the process.
 */
export class TextStore {
  readonly #limits: TextLimits;
  /** Pages in memory by their number; those of the file are the ones used last. */
  readonly #pages = new Map<number, Buffer>();
  readonly #offsets: Float64Array[] = [];
  #last = Buffer.allocUnsafe(pageBytes);
  #end = 0;
  #count = 0;
  #file: number | null = null;

  constructor(limits: TextLimits = textLimits) {
    this.#limits = limits;
  }

  get count(): number {
    return this.#count;
  }

  /** Adds a text under the next number. Throws `FileRefused` (`file.texts-too-large`) beyond the limit. */
  add(text: string): void {
    const length = Buffer.byteLength(text);
    if (this.#end + length > this.#limits.disk) {
      throw new FileRefused('file.texts-too-large');
    }
    const block = Math.floor(this.#count / offsetsInBlock);
    const offsets = this.#offsets[block] ?? new Float64Array(offsetsInBlock);
    this.#offsets[block] = offsets;
    const place = this.#end % pageBytes;
    if (place + length <= pageBytes) {
      this.#last.write(text, place);
      this.#end += length;
      if (place + length === pageBytes) {
        this.#turn(this.#end / pageBytes - 1);
      }
    } else {
      this.#append(Buffer.from(text));
    }
    offsets[this.#count % offsetsInBlock] = this.#end;
    this.#count += 1;
  }

  /** Returns the text of a number below `count`. */
  at(index: number): string {
    const start = index === 0 ? 0 : this.#offset(index - 1);
    const end = this.#offset(index);
    if (start === end) {
      return '';
    }
    const page = Math.floor(start / pageBytes);
    const place = start % pageBytes;
    if (place + end - start <= pageBytes) {
      return this.#page(page).toString('utf8', place, place + end - start);
    }
    const parts: Buffer[] = [];
    for (let at = start; at < end; ) {
      const from = at % pageBytes;
      const until = Math.min(pageBytes, from + end - at);
      parts.push(Buffer.from(this.#page(Math.floor(at / pageBytes)).subarray(from, until)));
      at += until - from;
    }
    return Buffer.concat(parts).toString('utf8');
  }

  close(): void {
    if (this.#file !== null) {
      closeSync(this.#file);
      this.#file = null;
    }
    this.#pages.clear();
  }

  #offset(index: number): number {
    return this.#offsets[Math.floor(index / offsetsInBlock)]?.[index % offsetsInBlock] ?? 0;
  }

  #append(bytes: Buffer): void {
    for (let from = 0; from < bytes.length; ) {
      const place = this.#end % pageBytes;
      const taken = bytes.copy(this.#last, place, from, from + pageBytes - place);
      from += taken;
      this.#end += taken;
      if (this.#end % pageBytes === 0) {
        this.#turn(this.#end / pageBytes - 1);
      }
    }
  }

  /** Puts the full last page away: into memory as long as there is room, then into the file. */
  #turn(number: number): void {
    if (this.#file === null && (number + 1) * pageBytes <= this.#limits.memory) {
      this.#pages.set(number, this.#last);
    } else {
      this.#file ??= this.#spilled();
      writeSync(this.#file, this.#last, 0, pageBytes, number * pageBytes);
    }
    this.#last = Buffer.allocUnsafe(pageBytes);
  }

  #spilled(): number {
    const path = join(tmpdir(), `bowerbird-texts-${randomUUID()}`);
    const file = openSync(path, 'wx+', 0o600);
    unlinkSync(path);
    for (const [number, page] of this.#pages) {
      writeSync(file, page, 0, pageBytes, number * pageBytes);
    }
    return file;
  }

  #page(number: number): Buffer {
    if (number === Math.floor(this.#end / pageBytes)) {
      return this.#last;
    }
    const held = this.#pages.get(number);
    if (held) {
      return held;
    }
    const page = Buffer.allocUnsafe(pageBytes);
    readSync(this.#file ?? -1, page, 0, pageBytes, number * pageBytes);
    if (this.#pages.size * pageBytes >= this.#limits.memory) {
      // The oldest page makes room; every page is in the file too.
      const [oldest] = this.#pages.keys();
      this.#pages.delete(oldest ?? -1);
    }
    this.#pages.set(number, page);
    return page;
  }
}
