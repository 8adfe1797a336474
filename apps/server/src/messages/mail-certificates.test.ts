import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { expect, it } from 'vitest';
import { certificateFor } from '../../testing/network/certificate.ts';
import { smtpCarrier } from './mail.ts';

it('a mail server with an untrusted certificate gets no password and no mail [asvs 12.3.2]', async () => {
  const heard: string[] = [];
  const server = new SMTPServer({
    secure: true,
    ...certificateFor('mail.example'),
    onAuth({ password }, _session, done) {
      heard.push(String(password));
      done(null, { user: 'mailer' });
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  const carrier = smtpCarrier({ url: `smtps://mailer:seed@127.0.0.1:${port}`, from: 'a@bower.example' });
  const written = { subject: 'A code', text: '123456', html: '<p>123456</p>', line: '123456' };

  const sent = carrier.carry({
    id: '0199',
    to: 'lin@example.test',
    template: 'code',
    values: { code: '123456' },
    written,
  });

  await expect(sent).rejects.toMatchObject({ code: 'message.provider-unreachable' });
  expect(heard).toEqual([]);
  carrier.close();
  await new Promise<void>((resolve) => server.close(() => resolve()));
});
