import { connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A proxy between a program and a server on this machine that disturbs the traffic. */
export class TcpProxy {
  /** Port that connections are forwarded to. */
  upstreamPort: number;
  /** Delay of each piece in milliseconds, in both directions. */
  delayMs = 0;
  /** Holds back everything, and every new connection, until it is reset. */
  stalls = false;
  /** Called with each piece before it is forwarded; false: the connection is cut. */
  watch: ((from: 'program' | 'server', piece: Buffer) => boolean) | null = null;
  readonly #pairs = new Set<{ near: Socket; far: Socket }>();
  #server: Server | null = null;
  #port = 0;

  constructor(upstreamPort: number) {
    this.upstreamPort = upstreamPort;
  }

  get port(): number {
    return this.#port;
  }

  /** Listens, at its previous port. */
  async open(): Promise<void> {
    const server = createServer((near) => this.#lead(near));
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(this.#port, '127.0.0.1', resolve);
    });
    const address = server.address();
    this.#port = typeof address === 'object' && address !== null ? address.port : 0;
    this.#server = server;
  }

  /** Cuts what is open; new connections are still accepted. */
  cut(): number {
    const count = this.#pairs.size;
    for (const { near, far } of this.#pairs) {
      near.resetAndDestroy();
      far.destroy();
    }
    this.#pairs.clear();
    return count;
  }

  /** Cuts what is open and refuses new connections. */
  async close(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    if (server) {
      const closed = new Promise((resolve) => server.close(resolve));
      this.cut();
      await closed;
    }
  }

  #lead(near: Socket): void {
    const far = connect({ host: '127.0.0.1', port: this.upstreamPort });
    const pair = { near, far };
    this.#pairs.add(pair);
    const over = () => {
      this.#pairs.delete(pair);
      near.destroy();
      far.destroy();
    };
    for (const socket of [near, far]) {
      socket.on('error', over);
      socket.on('close', over);
      socket.setNoDelay(true);
    }
    void this.#carry(near, far, 'program').catch(over);
    void this.#carry(far, near, 'server').catch(over);
  }

  async #carry(from: Socket, to: Socket, who: 'program' | 'server'): Promise<void> {
    for await (const piece of from) {
      if (this.delayMs > 0) {
        await sleep(this.delayMs);
      }
      while (this.stalls && !from.destroyed) {
        await sleep(50);
      }
      if (this.watch && !this.watch(who, piece as Buffer)) {
        from.resetAndDestroy();
        to.resetAndDestroy();
        return;
      }
      to.write(piece as Buffer);
    }
    to.end();
  }
}
