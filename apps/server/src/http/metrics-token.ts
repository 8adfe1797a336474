import { createHash, timingSafeEqual } from 'node:crypto';
import { isIPv4 } from 'node:net';

/** Whether nobody but this machine reaches a listener on this host. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'));
}

/** Whether an `Authorization` header brings this token, compared in a time that says nothing of it. */
export function bringsToken(authorization: string | undefined, token: string): boolean {
  const given = /^bearer +(\S+)$/i.exec(authorization ?? '')?.[1] ?? '';
  return timingSafeEqual(sha256(given), sha256(token));
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
