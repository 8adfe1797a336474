import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A proxy in front of a database that can hold everything back, as a server does that hangs. */
export interface StallingProxy {
  /** Address of the database through the proxy. */
  url: string;
  /** Holds back all that is said, in both directions, until `release`. */
  stall(): void;
  /** Passes on what was held back, and all that follows. */
  release(): void;
  close(): void;
}

export async function stallingProxy(url: string): Promise<StallingProxy> {
  const sockets = new Set<Socket>();
  let stalls = false;
  const between = createServer((near) => {
    const far = connect(Number(new URL(url).port), '127.0.0.1');
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => sockets.delete(socket));
    }
    near.on('data', (piece) => far.write(piece));
    far.on('data', (piece) => near.write(piece));
    near.on('close', () => far.destroy());
    far.on('close', () => near.destroy());
    if (stalls) {
      near.pause();
      far.pause();
    }
  });
  await new Promise<void>((listening) => between.listen(0, '127.0.0.1', listening));
  const through = new URL(url);
  through.port = String((between.address() as AddressInfo).port);
  return {
    url: through.href,
    stall() {
      stalls = true;
      for (const socket of sockets) {
        socket.pause();
      }
    },
    release() {
      stalls = false;
      for (const socket of sockets) {
        socket.resume();
      }
    },
    close() {
      for (const socket of sockets) {
        socket.destroy();
      }
      between.close();
    },
  };
}
