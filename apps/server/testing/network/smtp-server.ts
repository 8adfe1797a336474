import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface Received {
  from: string;
  to: string[];
  /** As it came over the wire. */
  raw: string;
}

export interface TestSmtp {
  port: number;
  received: Received[];
  stop(): Promise<void>;
}

/**
 * Starts a real SMTP server on this machine. It knows one user, rejects `gone@…` as unknown, and is busy for `busy@…`.
 */
export async function startSmtp(port = 0): Promise<TestSmtp> {
  const received: Received[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    closeTimeout: 100,
    onAuth({ username, password }, _session, done) {
      done(username === 'mailer' && password === 'p@ss word' ? null : new Error('wrong'), { user: username });
    },
    onRcptTo({ address }, _session, done) {
      if (address.startsWith('gone@')) {
        done(Object.assign(new Error('No such user here'), { responseCode: 550 }));
      } else if (address.startsWith('busy@')) {
        done(Object.assign(new Error('Try later'), { responseCode: 451 }));
      } else {
        done();
      }
    },
    onData(stream, { envelope }, done) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        received.push({
          from: envelope.mailFrom === false ? '' : envelope.mailFrom.address,
          to: envelope.rcptTo.map(({ address }) => address),
          raw: Buffer.concat(parts).toString(),
        });
        done();
      });
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((ready) => server.listen(port, '127.0.0.1', ready));
  // A server that listens on a port has an address.
  const address = server.server.address() as AddressInfo;
  return {
    port: address.port,
    received,
    stop: () => new Promise((done) => server.close(done)),
  };
}
