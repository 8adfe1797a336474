import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Reports the bytes of the body that a call will have parsed: at once if the call states them, else once its response
 * was sent, a few kilobytes too low. A form with a file is not parsed, and not reported.
 */
export function reportBodySize(
  { headers, raw: { socket } }: FastifyRequest,
  reply: FastifyReply,
  report: (bytes: number) => void,
): void {
  if (headers['content-type']?.startsWith('multipart/')) {
    return;
  }
  if (headers['content-length'] !== undefined) {
    report(Number(headers['content-length']));
  } else if (headers['transfer-encoding'] !== undefined) {
    const before = socket.bytesRead;
    reply.raw.once('close', () => report(socket.bytesRead - before));
  }
}
