import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { startSmtp, type TestSmtp } from '../../../../apps/server/testing/network/smtp-server.ts';

/** What a mail server does with a connection. */
export type Mode = 'works' | 'half-open' | 'resets' | 'drips';

/** A mail server on this machine that misbehaves until it is set to work. */
export class MailServer {
  mode: Mode;
  /** Number of connections that it broke. */
  corrupted = 0;
  readonly #server: Server;
  readonly #real: TestSmtp;
  readonly #sockets = new Set<Socket>();

  private constructor(mode: Mode, server: Server, real: TestSmtp) {
    this.mode = mode;
    this.#server = server;
    this.#real = real;
  }

  static async open(mode: Mode): Promise<MailServer> {
    const real = await startSmtp();
    const server = createServer((socket) => mail.#take(socket));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const mail = new MailServer(mode, server, real);
    return mail;
  }

  get url(): string {
    return `smtp://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Returns the Message-ID of each accepted mail. */
  get received(): string[] {
    return this.#real.received.map(({ raw }) => /^Message-ID: (.+)$/im.exec(raw)?.[1]?.trim() ?? '');
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) {
      socket.destroy();
    }
    this.#server.close();
    await this.#real.stop();
  }

  #take(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => this.#sockets.delete(socket));
    this.corrupted += this.mode === 'works' ? 0 : 1;
    switch (this.mode) {
      case 'works':
        this.#lead(socket);
        return;
      case 'half-open':
        socket.resume();
        return;
      case 'resets':
        socket.write('220 mail.example\r\n');
        socket.once('data', () => socket.resetAndDestroy());
        return;
      case 'drips':
        socket.write('220 mail.example\r\n');
        socket.once('data', () => {
          const timer = setInterval(() => socket.write('250-AGAIN\r\n'), 500);
          socket.once('close', () => clearInterval(timer));
        });
    }
  }

  #lead(socket: Socket): void {
    const far = new (socket.constructor as typeof Socket)().connect(this.#real.port, '127.0.0.1');
    this.#sockets.add(far);
    far.on('error', () => socket.destroy());
    socket.pipe(far).pipe(socket);
    socket.on('close', () => far.destroy());
  }
}
