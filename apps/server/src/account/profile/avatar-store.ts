import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { apiBase } from '@bowerbird/contract/route';
import type { FileStore } from '../../stored-files/file-store.ts';

/** Storage of people's profile images. Names are safe for a file system and a URL. */
export interface AvatarStore {
  /** Stores a profile image of this person under a name derived from its content. */
  put(personId: string, image: Buffer): Promise<string>;
  /** Returns null if there is no such image. */
  read(name: string): Promise<{ bytes: number; stream: Readable } | null>;
  remove(name: string): Promise<void>;
}

/**
 * Stores profile images below `avatars/`. The same image of two people is two files, so that each can be removed
 * independently.
 */
export function avatarsIn(files: FileStore): AvatarStore {
  const keyOf = (name: string) => `avatars/${name}`;
  return {
    async put(personId, image) {
      const hash = createHash('sha256').update(personId).update(image).digest('hex');
      const name = `${hash}.webp`;
      await files.put(keyOf(name), image);
      return name;
    },
    read: (name) => files.open(keyOf(name)),
    remove: (name) => files.remove(keyOf(name)),
  };
}

/** Path below which profile images are served; the address of each image that we store begins with it. */
export const avatarAddress = `${apiBase}/account/avatars/`;

/** Removes the profile image with this address; ignores an address that is not below `avatarAddress`. */
export async function forgetAvatar(files: FileStore, address: string | null): Promise<void> {
  if (address?.startsWith(avatarAddress)) {
    await avatarsIn(files).remove(address.slice(avatarAddress.length));
  }
}
