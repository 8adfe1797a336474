import { templateVersion } from '../../src/news/pages/documents.ts';
import type { Bodies } from './bodies.ts';

/** A phone number of its own for each call: a second code for one number within a minute is rejected for everyone. */
const phone = (call: number, known: boolean) => `+8613${known ? 8 : 9}0000000${call}`;

export const guestBodies: Bodies = {
  'POST /user/sign-up': (_ids, { known, username }) => [
    {
      email: known ? `${username}@bowerbird.localhost` : 'nobody-at-all@bowerbird.localhost',
      password: 'a password',
      phone: phone(1, known),
      code: '123456',
      accepted: { privacy: templateVersion('privacy'), terms: templateVersion('terms') },
    },
  ],
  'POST /account/sms': (_ids, { known }) => [{ phone: phone(2, known) }],
  'POST /sms/sendCodeSms/:purpose': (_ids, { known }) => [{ phone: phone(3, known) }],
  'POST /v2/e-mail/send-code': (_ids, { known, username }) => [
    {
      email: known ? `${username}@bowerbird.localhost` : 'nobody-at-all@bowerbird.localhost',
      purpose: 'recover',
    },
  ],
  'POST /user/forgot-password': (_ids, { known, username }) => [
    {
      address: known ? `${username}@bowerbird.localhost` : 'nobody-at-all@bowerbird.localhost',
      code: '123456',
      password: 'a password',
    },
  ],
  'POST /user/activate': (ids) => [{ token: `${ids.product}.${'A'.repeat(43)}` }],
  'POST /user/activate/send-again': (_ids, { known, username }) => [
    { email: known ? `${username}@bowerbird.localhost` : 'nobody-at-all@bowerbird.localhost' },
  ],
};
