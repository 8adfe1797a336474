import { createHash, timingSafeEqual } from 'node:crypto';
import { isIPv4 } from 'node:net';

/** Reports whether a listener on this host can be reached only from this machine. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'));
}

/**
 * Reports whether an `Authorization` header contains this token; the time of the comparison reveals nothing about it.
 */
export function bringsToken(authorization: string | undefined, token: string): boolean {
  const given = /^bearer +(\S+)$/i.exec(authorization ?? '')?.[1] ?? '';
  return timingSafeEqual(sha256(given), sha256(token));
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
