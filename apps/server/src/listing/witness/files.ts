import { mkdir, open, readFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { v7 } from 'uuid';
import { z } from 'zod';
import type { Services } from '../../services.ts';

/** Which file a file is: a copy of it is another, wherever it lies. */
const Anchor = z.object({ inode: z.string(), born: z.number() });
type Anchor = z.infer<typeof Anchor>;

/** What the witness file says of the installation whose key file it lies beside. */
const InstallationWitness = z.strictObject({
  installation: z.uuid(),
  /** How often it was declared where the database comes from, when this was written. */
  declarations: z.int(),
  /** The database has had this counter. */
  confirmed: z.int(),
  /** The counter that was about to be written into the database; null between two raises. */
  pending: z.nullable(z.int()),
  anchor: Anchor,
});
export type InstallationWitness = z.infer<typeof InstallationWitness>;

/** The newest attempt of one merchant, as this folder last knew it. */
const OwnerWitness = z.strictObject({ declarations: z.int(), highest: z.string() });
export type OwnerWitness = z.infer<typeof OwnerWitness>;

const installationFile = 'installation.json';
const anchorFile = 'anchor';

/**
 * The witness files of one data folder, `keys/witness/`. They are never part of a backup: what they remember is what a backup
 * cannot know.
 */
export class WitnessFiles {
  readonly #folder: string;

  constructor({ config }: Pick<Services, 'config'>) {
    this.#folder = join(config.dataFolder, 'keys', 'witness');
  }

  /** The installation's witness; null where there is none, or where it came here as a copy. */
  async installation(): Promise<InstallationWitness | null> {
    const witness = await this.#read(installationFile, InstallationWitness);
    const anchor = await this.#anchor();
    return witness && anchor && isSame(witness.anchor, anchor) ? witness : null;
  }

  /** Writes the installation's witness durably; what came as a copy is a witness of its own from then on. */
  async writeInstallation(witness: Omit<InstallationWitness, 'anchor'>): Promise<void> {
    const anchor = (await this.#anchor()) ?? (await this.#makeAnchor());
    await this.#write(installationFile, { ...witness, anchor });
  }

  async owner(ownerId: string): Promise<OwnerWitness | null> {
    return await this.#read(`${ownerId}.json`, OwnerWitness);
  }

  async writeOwner(ownerId: string, witness: OwnerWitness): Promise<void> {
    await this.#write(`${ownerId}.json`, witness);
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
      // The new name is durable only with its folder.
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

  /** A file that is never written again, so that it stays the same file as long as the folder is not copied. */
  async #makeAnchor(): Promise<Anchor> {
    await this.#write(anchorFile, {});
    const anchor = await this.#anchor();
    if (!anchor) {
      throw new Error('the anchor of the witness files was taken away while it was made');
    }
    return anchor;
  }
}

/** A copy has another inode and another time of birth; some file systems keep only one of the two. */
function isSame(one: Anchor, other: Anchor): boolean {
  return one.inode === other.inode || (one.born > 0 && one.born === other.born);
}

function isMissing(thrown: unknown): boolean {
  return thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT';
}
