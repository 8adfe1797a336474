import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { CannotStart } from '../config/cannot-start.ts';
import { closeToOthers } from '../db/embedded/modes.ts';
import {
  type KeyFile,
  keyFileName,
  keyNumberOf,
  makeKeyFile,
  newKeyText,
  readKeyFile,
  syncNames,
} from './key-files.ts';
import { fingerprintKeyFrom, type KeyRing, type Seal, sealBy } from './seal.ts';

/** Maximum milliseconds after a new key file appears until a process seals with it. */
export const noticedMs = 2000;

/** Opens the seal of an installation, with the keys in its data folder. */
export async function openSeal(dataFolder: string): Promise<Seal> {
  return sealBy(await KeyFolder.open(dataFolder));
}

/**
 * The keys of an installation, in `keys/` of its data folder: `seal-1.key`, `seal-2.key` and so on, of which the last
 * is current, and `fingerprint.key`. Every process of the installation shares the folder and reads it again: before
 * sealing if the last look is two seconds old, and on meeting an unknown key.
 */
export class KeyFolder implements KeyRing {
  readonly fingerprintKey: Buffer;
  /** Where the keys are. */
  readonly folder: string;
  readonly #now: () => number;
  #keys: ReadonlyMap<number, KeyFile> = new Map();
  #lookedAt = 0;

  /**
   * Opens the folder and creates what it needs at the first start. Throws `CannotStart` for a file that is no key, and
   * if the fingerprint key is missing beside others.
   */
  static async open(dataFolder: string, now = () => performance.now()): Promise<KeyFolder> {
    const folder = join(dataFolder, 'keys');
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const fingerprintKey = await fingerprintKeyIn(folder);
    if (numbersIn(folder).length === 0) {
      await makeKeyFile(join(folder, keyFileName(1)), newKeyText());
      syncNames(folder);
    }
    // A copied folder may have become readable to others on the way.
    closeToOthers(folder);
    for (const number of numbersIn(folder)) {
      closeToOthers(join(folder, keyFileName(number)));
    }
    const opened = new KeyFolder(folder, fingerprintKey, now);
    opened.#look((path) => {
      throw notAKey(path);
    });
    return opened;
  }

  private constructor(folder: string, fingerprintKey: Buffer, now: () => number) {
    this.folder = folder;
    this.fingerprintKey = fingerprintKey;
    this.#now = now;
  }

  current(): KeyFile {
    if (this.#now() - this.#lookedAt >= noticedMs) {
      this.#look();
    }
    const newest = this.list().at(-1);
    if (!newest) {
      throw notAKey(join(this.folder, keyFileName(1)));
    }
    return newest;
  }

  find(id: string): KeyFile | undefined {
    const known = () => this.list().find((key) => key.id === id);
    const found = known();
    if (found) {
      return found;
    }
    this.#look();
    return known();
  }

  /** Returns the keys by number, the current one last. */
  list(): KeyFile[] {
    return [...this.#keys.values()].sort((one, other) => one.number - other.number);
  }

  /**
   * Creates a key that is on the disk when this returns, and is current from then on. Two calls at once return the same
   * key.
   */
  async add(): Promise<KeyFile> {
    this.#look();
    const path = join(this.folder, keyFileName(this.current().number + 1));
    await makeKeyFile(path, newKeyText());
    syncNames(this.folder);
    this.#look();
    return this.current();
  }

  /** Deletes a key permanently; never the current one. */
  async remove({ number }: KeyFile): Promise<void> {
    if (number === this.current().number) {
      throw new Error('the current key is not removed');
    }
    await rm(join(this.folder, keyFileName(number)), { force: true });
    syncNames(this.folder);
    this.#look();
  }

  /** Reads new keys. If the folder cannot be read now, or lost its keys, the known ones are kept. */
  #look(onBroken: (path: string) => void = () => undefined): void {
    this.#lookedAt = this.#now();
    const found = new Map<number, KeyFile>();
    let isNew = false;
    for (const number of numbersIn(this.folder)) {
      const path = join(this.folder, keyFileName(number));
      const key = this.#keys.get(number) ?? readOr(path, number, onBroken);
      isNew ||= key !== null && !this.#keys.has(number);
      if (key) {
        found.set(number, key);
      }
    }
    if (isNew) {
      // Its creator may not have synced it yet.
      syncNames(this.folder);
    }
    if (found.size > 0) {
      this.#keys = found;
    }
  }
}

function readOr(path: string, number: number, onBroken: (path: string) => void): KeyFile | null {
  try {
    const key = readKeyFile(path, number);
    if (key === null) {
      onBroken(path);
    }
    return key;
  } catch (thrown) {
    if (thrown instanceof CannotStart) {
      throw thrown;
    }
    // Removed in the meantime.
    return null;
  }
}

function numbersIn(folder: string): number[] {
  try {
    return readdirSync(folder).flatMap((name) => keyNumberOf(name) ?? []);
  } catch {
    return [];
  }
}

/**
 * Returns the fingerprint key, created at the first start. A folder from before keys had numbers gets the one that its
 * fingerprints were made with, so that codes and public addresses of images keep working.
 */
async function fingerprintKeyIn(folder: string): Promise<Buffer> {
  const path = join(folder, 'fingerprint.key');
  if (!existsSync(path)) {
    if (numbersIn(folder).length > 0) {
      throw new CannotStart(
        `${path} is missing. Put back the one from your backup: codes, links and public image addresses need it.`,
      );
    }
    const former = join(folder, 'seal.key');
    await makeKeyFile(path, existsSync(former) ? fingerprintKeyFrom(keyOf32(former)) : randomBytes(32));
    syncNames(folder);
  }
  closeToOthers(path);
  return keyOf32(path);
}

function keyOf32(path: string): Buffer {
  const key = readFileSync(path);
  if (key.length !== 32) {
    throw notAKey(path);
  }
  return key;
}

function notAKey(path: string): CannotStart {
  return new CannotStart(
    `${path} is not a key. Put back the one from your backup: sealed store credentials need it.`,
  );
}
