import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { AppError } from '@bowerbird/contract/errors';
import { isPublicAddress } from './public-address.ts';

/** Returns every address of a host name. Replaced in tests. */
export type ResolveHost = (host: string) => Promise<{ address: string; family: number }[]>;

export interface GuardOptions {
  /** `host` or `host:port`, as a person entered them; they may be private. */
  allowedPrivateHosts: readonly string[];
  /** The port of our own simulator: every `*.localhost` on this port is this machine. */
  simulatorPort?: number | undefined;
  resolveHost?: ResolveHost;
}

export interface CheckedAddress {
  address: string;
  family: 4 | 6;
}

/** Finds the addresses to connect to, all checked; throws `address.private` or `address.host-not-found`. */
export type Guard = (host: string, port: number) => Promise<CheckedAddress[]>;

/**
 * Decides where we may connect. One private address among several public ones refuses the whole name: which address
 * would be used is random, and such a name is a trap.
 */
export function guard({
  allowedPrivateHosts,
  simulatorPort,
  resolveHost = resolveBySystem,
}: GuardOptions): Guard {
  const allowed = new Set(allowedPrivateHosts.map((host) => host.toLowerCase()));
  const isAllowed = (host: string, port: number) => {
    const written = isIP(host) === 6 ? `[${host}]` : host;
    return allowed.has(host) || allowed.has(written) || allowed.has(`${written}:${port}`);
  };

  return async (givenHost, port) => {
    const host = givenHost.toLowerCase().replace(/\.$/, '');
    const isLocalName = host === 'localhost' || host.endsWith('.localhost');
    const found = isIP(host)
      ? [{ address: host, family: isIP(host) }]
      : isLocalName
        ? [thisMachine]
        : await resolveHost(host);
    const free = isAllowed(host, port) || (isLocalName && port !== 0 && port === simulatorPort);
    if (!free && !found.every(({ address }) => isPublicAddress(address) || isAllowed(address, port))) {
      throw new AppError('address.private', `${host} is on a private network`, { params: { host } });
    }
    if (found.length === 0) {
      throw new AppError('address.host-not-found', `${host} has no address`, { params: { host } });
    }
    return found.map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4 }));
  };
}

/** Names ending in `localhost` never leave this machine, whatever a name server says (RFC 6761, 6.3). */
const thisMachine = { address: '127.0.0.1', family: 4 };

async function resolveBySystem(host: string) {
  try {
    return await lookup(host, { all: true });
  } catch (thrown) {
    const code = thrown instanceof Error && 'code' in thrown ? thrown.code : undefined;
    // The name server did not respond: the name may well exist.
    const later = code === 'EAI_AGAIN' || code === 'ETIMEOUT' || code === 'ESERVFAIL';
    throw new AppError(later ? 'address.unreachable' : 'address.host-not-found', `${host}: ${String(code)}`, {
      params: { host },
    });
  }
}
