import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { apiBase } from '@bowerbird/contract/route';

/** Storage of people's profile images. Names are safe for a file system and a URL. */
export interface AvatarStore {
  /** Stores a profile image of this person under a name derived from its content. */
  put(personId: string, image: Buffer): Promise<string>;
  /** Returns null if there is no such image. */
  read(name: string): Promise<{ bytes: number; stream: Readable } | null>;
  remove(name: string): Promise<void>;
}

/**
 * Stores profile images in a folder of the data folder. The same image of two people is two files, so that each can be
 * removed independently.
 */
export function avatarsIn(dataFolder: string): AvatarStore {
  const folder = join(dataFolder, 'avatars');
  return {
    async put(personId, image) {
      const hash = createHash('sha256').update(personId).update(image).digest('hex');
      const name = `${hash}.webp`;
      await mkdir(folder, { recursive: true, mode: 0o700 });
      // Writes to a temporary file first: the image is served as soon as its name exists, so it must be complete by
      // then.
      const unfinished = join(folder, `${randomUUID()}.part`);
      await writeFile(unfinished, image, { mode: 0o600 });
      await rename(unfinished, join(folder, name));
      return name;
    },
    async read(name) {
      const path = join(folder, name);
      const file = await open(path).catch(() => null);
      if (!file) {
        return null;
      }
      const { size } = await file.stat();
      await file.close();
      return { bytes: size, stream: createReadStream(path) };
    },
    async remove(name) {
      await rm(join(folder, name), { force: true });
    },
  };
}

/** Path below which profile images are served; the address of each image that we store begins with it. */
export const avatarAddress = `${apiBase}/account/avatars/`;

/** Removes the profile image with this address; ignores an address that is not below `avatarAddress`. */
export async function forgetAvatar(dataFolder: string, address: string | null): Promise<void> {
  if (address?.startsWith(avatarAddress)) {
    await avatarsIn(dataFolder).remove(address.slice(avatarAddress.length));
  }
}
