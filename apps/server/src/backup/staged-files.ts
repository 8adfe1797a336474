import { createWriteStream, existsSync } from 'node:fs';
import { chmod, mkdir, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { unusable } from './file-errors.ts';
import { type DataFile, dataFolders } from './format.ts';
import type { Section } from './frames.ts';
import { syncFolder } from './write-file.ts';

/**
 * Files of a running restore: they are in `restoring/` of the data folder until the rows are loaded. The folder stays
 * until everything is done, and names its backup.
 */
export class StagedFiles {
  readonly #dataFolder: string;
  readonly #folder: string;
  readonly #placed: string[] = [];

  constructor(dataFolder: string) {
    this.#dataFolder = dataFolder;
    this.#folder = join(dataFolder, 'restoring');
  }

  /** Returns the SHA-256 of the backup whose restore was not completed; null if none was begun. */
  async left(): Promise<string | null> {
    if (!existsSync(this.#folder)) {
      return null;
    }
    return await readFile(this.#note, 'utf8').catch(() => '');
  }

  async begin(sha256: string): Promise<void> {
    try {
      await this.finish();
      await mkdir(this.#folder, { recursive: true, mode: 0o700 });
      await writeFile(this.#note, sha256, { mode: 0o600, flush: true });
      await syncFolder(this.#folder);
      await syncFolder(this.#dataFolder);
    } catch (thrown) {
      unusable(this.#folder)(thrown);
    }
  }

  async add({ path, mode }: DataFile, content: Section['content']): Promise<void> {
    const place = join(this.#folder, path);
    try {
      await mkdir(dirname(place), { recursive: true, mode: 0o700 });
      await pipeline(content, createWriteStream(place, { mode: 0o600, flags: 'wx', flush: true }));
      // Sets exactly the original mode, whatever the umask is.
      await chmod(place, mode);
    } catch (thrown) {
      unusable(place)(thrown);
    }
  }

  /** Moves the files to where the program looks for them. Throws if other files are there by now. */
  async place(): Promise<void> {
    for (const name of dataFolders.filter((each) => existsSync(join(this.#folder, each)))) {
      const place = join(this.#dataFolder, name);
      await rmdir(place).catch((thrown: NodeJS.ErrnoException) =>
        thrown.code === 'ENOENT' ? undefined : unusable(place)(thrown),
      );
      await rename(join(this.#folder, name), place);
      this.#placed.push(place);
    }
    await syncFolder(this.#dataFolder);
  }

  /** Removes everything that was placed here since `begin`. */
  async discard(): Promise<void> {
    for (const place of this.#placed.splice(0)) {
      await rm(place, { recursive: true, force: true });
    }
    await this.finish();
  }

  /** Ends the restore. */
  async finish(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true });
  }

  get #note(): string {
    return join(this.#folder, 'backup');
  }
}
