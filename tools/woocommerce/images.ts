import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { crc32, deflateSync } from 'node:zlib';

/** Images on a loopback port, each address with its own bytes. */
export interface ImageServer {
  /** Returns the address of the image of this name. */
  address(name: string): string;
  /** Returns the SHA-256 of its stored file. */
  hashOf(address: string): string;
  /** Number of requests for each address. */
  requested: ReadonlyMap<string, number>;
  close(): Promise<void>;
}

const side = 240;

export async function openImages(): Promise<ImageServer> {
  const requested = new Map<string, number>();
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    requested.set(path, (requested.get(path) ?? 0) + 1);
    response.writeHead(200, { 'content-type': 'image/png' }).end(pngOf(path));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const place = server.address();
  const port = typeof place === 'object' && place !== null ? place.port : 0;
  return {
    address: (name) => `http://127.0.0.1:${port}/${name}.png`,
    hashOf: (address) =>
      createHash('sha256')
        .update(pngOf(new URL(address).pathname))
        .digest('hex'),
    requested,
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

/** Returns a square in two colors that depend on its name. */
function pngOf(name: string): Buffer {
  const seed = createHash('sha256').update(name).digest();
  const row = Buffer.alloc(1 + side * 3);
  for (let x = 0; x < side; x += 1) {
    const from = x < side / 2 ? 0 : 3;
    seed.copy(row, 1 + x * 3, from, from + 3);
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('tEXt', Buffer.from(`Comment\0${seed.toString('hex')}`)),
    chunk('IDAT', deflateSync(Buffer.concat(Array.from({ length: side }, () => row)))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}
