import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';

/** A year, in seconds. Subdomains are left out: they may be somebody else's. */
const header = 'max-age=31536000';

/**
 * Tells browsers to come by https alone from now on (RFC 6797), in an answer that leaves by https and in no other: a trusted proxy says so, or,
 * where none says what it was, the call came to the public address and that is an https one.
 */
export function requireHttpsLater(
  config: Pick<Config, 'publicUrl' | 'trustedProxies'>,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  if (isSecure(config, request)) {
    // Not of the framework's reply: a stream that is written past it has this header, too.
    reply.raw.setHeader('strict-transport-security', header);
  }
}

function isSecure(
  { publicUrl, trustedProxies }: Pick<Config, 'publicUrl' | 'trustedProxies'>,
  request: FastifyRequest,
): boolean {
  if (request.protocol === 'https') {
    return true;
  }
  const said = request.headers['x-forwarded-proto'];
  const saysHttp = trustedProxies.length > 0 && said !== undefined && said !== 'https';
  const address = publicUrl === undefined ? null : URL.parse(publicUrl);
  return !saysHttp && address?.protocol === 'https:' && request.hostname?.toLowerCase() === address.hostname;
}
