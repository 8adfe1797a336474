import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { apiBase } from '@bowerbird/contract/route';

/** Where people's pictures are kept. Names are safe for a file system and a URL. */
export interface AvatarStore {
  /** Keeps a picture of this person under a name that follows from what it shows. */
  put(personId: string, picture: Buffer): Promise<string>;
  /** Null for a picture that is not there. */
  read(name: string): Promise<{ bytes: number; stream: Readable } | null>;
  remove(name: string): Promise<void>;
}

/** In a folder of the data folder. The same picture of two people is two files, so that each can go by itself. */
export function avatarsIn(dataFolder: string): AvatarStore {
  const folder = join(dataFolder, 'avatars');
  return {
    async put(personId, picture) {
      const hash = createHash('sha256').update(personId).update(picture).digest('hex');
      const name = `${hash}.webp`;
      await mkdir(folder, { recursive: true, mode: 0o700 });
      // Whole or not at all: the name is served as soon as it is there.
      const unfinished = join(folder, `${randomUUID()}.part`);
      await writeFile(unfinished, picture, { mode: 0o600 });
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

/** Below this the pictures are served; the address of one of ours begins so. */
export const avatarAddress = `${apiBase}/account/avatars/`;

/** Removes the picture that had this address; any other address is left alone. */
export async function forgetAvatar(dataFolder: string, address: string | null): Promise<void> {
  if (address?.startsWith(avatarAddress)) {
    await avatarsIn(dataFolder).remove(address.slice(avatarAddress.length));
  }
}
