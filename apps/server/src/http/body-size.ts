import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Tells the bytes of the body that a call will have parsed: at once where the call says them, else once its answer has left, some
 * kilobytes short. A form with a file is not parsed, and not told.
 */
export function tellBodySize(
  { headers, raw: { socket } }: FastifyRequest,
  reply: FastifyReply,
  tell: (bytes: number) => void,
): void {
  if (headers['content-type']?.startsWith('multipart/')) {
    return;
  }
  if (headers['content-length'] !== undefined) {
    tell(Number(headers['content-length']));
  } else if (headers['transfer-encoding'] !== undefined) {
    const before = socket.bytesRead;
    reply.raw.once('close', () => tell(socket.bytesRead - before));
  }
}
