import { AppError } from '@bowerbird/contract/errors';
import type { SealedPlace } from '../../seal/places.ts';

/** Where the address of a watched file is sealed. */
export function addressPlace(ownerId: string, watchId: string): SealedPlace {
  return { column: 'file_watch.address', row: watchId, owner: ownerId };
}

/**
 * Returns the address that a merchant entered. Its traffic must be encrypted, unless it is a host that the operator
 * allowed. Throws `address.invalid` and `import.watch-insecure`, without anything of the address.
 */
export function feedAddress(given: string, allowedPrivateHosts: readonly string[]): URL {
  const url = URL.parse(given.trim());
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new AppError('address.invalid', 'not an address of a file');
  }
  requireEncrypted(url, allowedPrivateHosts);
  return url;
}

/** Throws `import.watch-insecure` for an address whose traffic others can read. */
export function requireEncrypted(
  { protocol, host, hostname }: URL,
  allowedPrivateHosts: readonly string[],
): void {
  const isAllowed = allowedPrivateHosts.some((each) => each === host || each === hostname);
  if (protocol !== 'https:' && !isAllowed) {
    throw new AppError('import.watch-insecure', `${hostname} without encryption`);
  }
}

/** Returns an address without name and password, and the header that carries them. */
export function withAuthorization(given: URL): { url: URL; headers: Record<string, string> } {
  const url = new URL(given);
  [url.username, url.password, url.hash] = ['', '', ''];
  if (given.username === '' && given.password === '') {
    return { url, headers: {} };
  }
  const pair = `${plain(given.username)}:${plain(given.password)}`;
  return { url, headers: { authorization: `Basic ${Buffer.from(pair).toString('base64')}` } };
}

function plain(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
