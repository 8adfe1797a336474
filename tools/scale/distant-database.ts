import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A database as if it were on another machine. */
export interface DistantDatabase {
  url: string;
  close(): void;
}

/** Passes connections on to a database, each message so many milliseconds later, in both directions. */
export async function distantDatabase(url: string, eachWayMs: number): Promise<DistantDatabase> {
  const { hostname, port } = new URL(url);
  const open = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect({ host: hostname, port: Number(port) });
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(from.setNoDelay());
      from.on('data', (part) => setTimeout(() => to.write(part), eachWayMs));
      from.on('error', () => to.destroy());
      from.on('close', () => {
        open.delete(from);
        to.destroy();
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const distant = new URL(url);
  distant.port = String(typeof address === 'object' && address ? address.port : 0);
  return {
    url: distant.href,
    close() {
      server.close();
      for (const socket of open) {
        socket.destroy();
      }
    },
  };
}
