import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';

export interface WrittenFile {
  bytes: number;
  sha256: string;
}

/** A file that is written piece by piece, hashed on the way, and safely on the disk once finished. */
export class GoodsFile {
  readonly #file: FileHandle;
  readonly #hash = createHash('sha256');
  #bytes = 0;
  #waiting = '';

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  /** Makes the file; one that is there already is no business of ours, and fails. */
  static async create(path: string): Promise<GoodsFile> {
    return new GoodsFile(await open(path, 'wx', 0o600));
  }

  /** Takes text to be written next. */
  add(text: string): void {
    this.#waiting += text;
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

  async writeAdded(): Promise<void> {
    const chunk = Buffer.from(this.#waiting, 'utf8');
    this.#waiting = '';
    this.#hash.update(chunk);
    this.#bytes += chunk.length;
    let written = 0;
    while (written < chunk.length) {
      written += (await this.#file.write(chunk, written)).bytesWritten;
    }
  }
}
