import { apiBase } from '@bowerbird/contract/route';
import type { FastifyInstance } from 'fastify';
import sharp from 'sharp';

/** Creates an image of one colour, of any type. */
export function plainImage(width: number, height: number, background = '#1890ff') {
  return sharp({ create: { width, height, channels: 3, background } });
}

/** Uploads a file as the console does. */
export function upload(app: FastifyInstance, headers: Record<string, string>, file: Buffer, name = 'image') {
  return app.inject({
    method: 'POST',
    url: `${apiBase}/images`,
    headers: { ...headers, 'content-type': 'multipart/form-data; boundary=edge' },
    payload: Buffer.concat([
      Buffer.from(
        `--edge\r\ncontent-disposition: form-data; name="${name}"; filename="from-disk.jpg"\r\ncontent-type: image/jpeg\r\n\r\n`,
      ),
      file,
      Buffer.from('\r\n--edge--\r\n'),
    ]),
  });
}
