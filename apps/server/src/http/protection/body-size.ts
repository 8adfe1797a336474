import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Reports the bytes of the body that a call will have parsed: at once if the call states them, else once its response
 * was sent, a few kilobytes too low. A form with a file and a part of a file are not parsed, and not reported.
 */
export function reportBodySize(
  { headers, raw: { socket } }: FastifyRequest,
  reply: FastifyReply,
  report: (bytes: number) => void,
): void {
  if (/^(?:multipart\/|application\/octet-stream$)/.test(headers['content-type'] ?? '')) {
    return;
  }
  if (headers['content-length'] !== undefined) {
    report(Number(headers['content-length']));
  } else if (headers['transfer-encoding'] !== undefined) {
    const before = socket.bytesRead;
    reply.raw.once('close', () => report(socket.bytesRead - before));
  }
}
