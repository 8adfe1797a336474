import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

const compress = promisify(brotliCompress);
/** A quarter of the effort of files that are compressed once: a few milliseconds for a menu. */
const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/** Compresses a response (brotli) for who accepts it. Only for routes that say so (`Route.compressed`). */
export async function compressed(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<unknown> {
  reply.header('vary', 'accept-encoding');
  if (typeof payload !== 'string' || !/\bbr\b/.test(String(headers['accept-encoding'] ?? ''))) {
    return payload;
  }
  reply.header('content-encoding', 'br');
  reply.removeHeader('content-length');
  return await compress(payload, quality);
}
