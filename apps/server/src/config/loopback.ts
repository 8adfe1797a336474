import { isIPv4 } from 'node:net';

/** Reports whether a listener on this host can be reached only from this machine. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'));
}
