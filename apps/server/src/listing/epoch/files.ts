import { mkdir, open, readFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { v7 } from 'uuid';
import { z } from 'zod';
import type { Services } from '../../services/services.ts';

/** The identity of a file: a copy of it is another file, wherever it is stored. */
const Anchor = z.object({ inode: z.string(), born: z.number() });
type Anchor = z.infer<typeof Anchor>;

/** What the epoch file holds about the installation whose key file it is stored next to. */
const InstallationEpoch = z.strictObject({
  installation: z.uuid(),
  /** How many declarations of the database's origin there were when this was written. */
  declarations: z.int(),
  /** The database has had this counter. */
  confirmed: z.int(),
  /** The counter that was about to be written into the database; null between two raises. */
  pending: z.nullable(z.int()),
  anchor: Anchor,
});
export type InstallationEpoch = z.infer<typeof InstallationEpoch>;

/** The newest attempt of one merchant, as this folder last knew it. */
const OwnerEpoch = z.strictObject({ declarations: z.int(), highest: z.string() });
export type OwnerEpoch = z.infer<typeof OwnerEpoch>;

const installationFile = 'installation.json';
const anchorFile = 'anchor';

/**
 * The epoch files of one data folder, `keys/epoch/`. They are never part of a backup: they record what a backup cannot
 * know.
 */
export class EpochFiles {
  readonly #folder: string;

  constructor({ config }: Pick<Services, 'config'>) {
    this.#folder = join(config.dataFolder, 'keys', 'epoch');
  }

  /** Reads the installation's epoch file; null where there is none, or where it came here as a copy. */
  async installation(): Promise<InstallationEpoch | null> {
    const epoch = await this.#read(installationFile, InstallationEpoch);
    const anchor = await this.#anchor();
    return epoch && anchor && isSame(epoch.anchor, anchor) ? epoch : null;
  }

  /**
   * Writes the installation's epoch file durably; a file that came as a copy is an epoch file of its own from then on.
   */
  async writeInstallation(epoch: Omit<InstallationEpoch, 'anchor'>): Promise<void> {
    const anchor = (await this.#anchor()) ?? (await this.#makeAnchor());
    await this.#write(installationFile, { ...epoch, anchor });
  }

  async owner(ownerId: string): Promise<OwnerEpoch | null> {
    return await this.#read(`${ownerId}.json`, OwnerEpoch);
  }

  async writeOwner(ownerId: string, epoch: OwnerEpoch): Promise<void> {
    await this.#write(`${ownerId}.json`, epoch);
  }

  async #read<Content>(name: string, shape: z.ZodType<Content>): Promise<Content | null> {
    try {
      return shape.parse(JSON.parse(await readFile(join(this.#folder, name), 'utf8')));
    } catch (thrown) {
      if (isMissing(thrown)) {
        return null;
      }
      throw thrown;
    }
  }

  async #write(name: string, content: object): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const path = join(this.#folder, name);
    const fresh = `${path}.${v7()}`;
    const file = await open(fresh, 'w', 0o600);
    try {
      await file.writeFile(JSON.stringify(content));
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(fresh, path);
    const folder = await open(this.#folder, 'r');
    try {
      // The new name is durable only once its folder is synced.
      await folder.sync();
    } finally {
      await folder.close();
    }
  }

  async #anchor(): Promise<Anchor | null> {
    try {
      const { ino, birthtimeMs } = await stat(join(this.#folder, anchorFile), { bigint: true });
      return { inode: String(ino), born: Number(birthtimeMs) };
    } catch (thrown) {
      if (isMissing(thrown)) {
        return null;
      }
      throw thrown;
    }
  }

  /** Creates a file that is never written again, so that it stays the same file as long as the folder is not copied. */
  async #makeAnchor(): Promise<Anchor> {
    await this.#write(anchorFile, {});
    const anchor = await this.#anchor();
    if (!anchor) {
      throw new Error('the anchor of the witness files was taken away while it was made');
    }
    return anchor;
  }
}

/**
 * Reports whether two anchors are the same file. A copy has another inode and another time of birth; some file systems
 * keep only one of the two.
 */
function isSame(one: Anchor, other: Anchor): boolean {
  return one.inode === other.inode || (one.born > 0 && one.born === other.born);
}

function isMissing(thrown: unknown): boolean {
  return thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT';
}
