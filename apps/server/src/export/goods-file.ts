import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';

export interface WrittenFile {
  bytes: number;
  sha256: string;
}

/** With so much added, it is time to write. */
const chunkBytes = 1 << 20;
/** UTF-8 takes at most so many bytes for one unit of a text. */
const bytesPerUnit = 3;

/** A file that is written piece by piece, hashed on the way, and safely on the disk once finished. */
export class GoodsFile {
  readonly #file: FileHandle;
  readonly #hash = createHash('sha256');
  #bytes = 0;
  #chunk = Buffer.allocUnsafe(2 * chunkBytes);
  #filled = 0;

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  /** Makes the file; one that is there already is no business of ours, and fails. */
  static async create(path: string): Promise<GoodsFile> {
    return new GoodsFile(await open(path, 'wx', 0o600));
  }

  /** Takes text to be written next. */
  add(text: string): void {
    this.#makeRoom(text.length * bytesPerUnit);
    this.#filled += this.#chunk.write(text, this.#filled);
  }

  /** So much was added that it should be written now. */
  get isFull(): boolean {
    return this.#filled >= chunkBytes;
  }

  /** Everything is on the disk when this returns. */
  async finish(): Promise<WrittenFile> {
    await this.writeAdded();
    await this.#file.sync();
    await this.#file.close();
    return { bytes: this.#bytes, sha256: this.#hash.digest('hex') };
  }

  /** Closes without a promise of what was written. */
  async abandon(): Promise<void> {
    await this.#file.close();
  }

  /** Writes what was added; nothing may be added meanwhile. */
  async writeAdded(): Promise<void> {
    const chunk = this.#chunk.subarray(0, this.#filled);
    this.#hash.update(chunk);
    this.#bytes += chunk.length;
    let written = 0;
    while (written < chunk.length) {
      written += (await this.#file.write(chunk, written)).bytesWritten;
    }
    this.#filled = 0;
  }

  #makeRoom(bytes: number): void {
    const needed = this.#filled + bytes;
    if (needed > this.#chunk.length) {
      const larger = Buffer.allocUnsafe(Math.max(needed, 2 * this.#chunk.length));
      this.#chunk.copy(larger, 0, 0, this.#filled);
      this.#chunk = larger;
    }
  }
}
