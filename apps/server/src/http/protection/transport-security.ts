import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../config/config.ts';

/** A year, in seconds. Subdomains are left out, because they may belong to another party. */
const header = 'max-age=31536000';

/**
 * Tells browsers to use only https from now on (RFC 6797), only in a response that is sent over https: a trusted proxy
 * says so, or, if no proxy reports the scheme, the call was sent to the public address and that is an https one.
 */
export function requireHttpsLater(
  config: Pick<Config, 'publicUrl' | 'trustedProxies'>,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  if (isSecure(config, request)) {
    // Set on the raw response and not on the framework's reply, so that a stream that bypasses the reply has this
    // header too.
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
