import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterAll, expect, it } from 'vitest';
import { smtpCarrier } from './mail.ts';

const sockets = new Set<Socket>();
/** Greets, then responds to the first command with a line every tenth of a second that is never the last. */
const dripping = createServer((socket) => {
  sockets.add(socket);
  socket.on('error', () => undefined);
  socket.write('220 slow.example\r\n');
  socket.once('data', () => {
    const timer = setInterval(() => socket.write('250-AGAIN\r\n'), 100);
    socket.once('close', () => clearInterval(timer));
  });
});
await new Promise<void>((listening) => dripping.listen(0, '127.0.0.1', listening));
afterAll(() => {
  for (const socket of sockets) {
    socket.destroy();
  }
  dripping.close();
});

it('a server that is never silent and never done is left, by name and for later', {
  tags: ['slow'],
}, async () => {
  const { port } = dripping.address() as AddressInfo;
  const carrier = smtpCarrier(
    { url: `smtp://127.0.0.1:${port}`, from: 'Bowerbird <no-reply@bower.example>' },
    { patienceMs: 600 },
  );
  const written = { subject: 'Hello', text: 'Hello', html: '<p>Hello</p>', line: 'Hello' };

  await expect(
    carrier.carry({ id: '1', to: 'ann@shop.example', template: 'activation', values: {}, written }),
  ).rejects.toMatchObject({ code: 'message.provider-unreachable', params: { answer: 'ETIMEDOUT' } });
  carrier.close();
});
