/** Returns the value of a cookie; null if there is none. */
export function readCookie(name: string): string | null {
  for (const part of document.cookie.split(';')) {
    const [key, ...value] = part.trim().split('=');
    if (key === name) {
      return decodeURIComponent(value.join('='));
    }
  }
  return null;
}

export interface CookieOptions {
  /** Left out: deleted when the browser closes. */
  maxAgeSeconds?: number;
}

export function writeCookie(name: string, value: string, options: CookieOptions = {}): void {
  const age = options.maxAgeSeconds === undefined ? '' : `; Max-Age=${options.maxAgeSeconds}`;
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Safari before 18.4.
  document.cookie = `${name}=${encodeURIComponent(value)}; Path=/; SameSite=Strict${age}${secure}`;
}

export function dropCookie(name: string): void {
  writeCookie(name, '', { maxAgeSeconds: 0 });
}
