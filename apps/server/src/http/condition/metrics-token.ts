import { createHash, timingSafeEqual } from 'node:crypto';

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
