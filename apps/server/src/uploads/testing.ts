import { apiBase } from '@bowerbird/contract/route';
import type { FastifyInstance } from 'fastify';

/** Sends one part of a file as a browser does. */
export function sendPart(
  app: FastifyInstance,
  headers: Record<string, string>,
  part: { id: string; from: number; bytes: Uint8Array },
) {
  return app.inject({
    method: 'PUT',
    url: `${apiBase}/imports/files/${part.id}/parts/${part.from}`,
    headers: { ...headers, 'content-type': 'application/octet-stream' },
    payload: Buffer.from(part.bytes),
  });
}

/** Announces a file and sends it as one part; returns its id. */
export async function uploadFile(
  app: FastifyInstance,
  headers: Record<string, string>,
  file: { name: string; bytes: Uint8Array },
): Promise<string> {
  const announced = await app.inject({
    method: 'POST',
    url: `${apiBase}/imports/files`,
    headers,
    payload: { name: file.name, bytes: file.bytes.length },
  });
  const { id } = announced.json<{ data: { id: string } }>().data;
  const sent = await sendPart(app, headers, { id, from: 0, bytes: file.bytes });
  if (sent.statusCode !== 200) {
    throw new Error(`the part was answered ${sent.statusCode} ${sent.body}`);
  }
  return id;
}
