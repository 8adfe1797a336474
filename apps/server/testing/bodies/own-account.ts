import type { Bodies } from './bodies.ts';

/**
 * Bodies of the calls about one's own account: what people send for their own, with a wrong password where one is
 * required.
 */
export const ownAccountBodies: Bodies = {
  'PUT /account/profile': () => [{ name: 'Ben', motto: 'Mugs', jobTitle: '', tags: ['tea'], language: null }],
  'PUT /account/password': () => [{ present: 'a guess', password: 'another one' }],
  'POST /account/address/code': (_ids, { known }) => [
    { channel: 'mail', address: `ben-${known ? 'one' : 'two'}@example.test` },
  ],
  'PUT /account/address': () => [
    { channel: 'mail', address: 'demo@bowerbird.localhost', code: '123456', password: 'a guess' },
  ],
  'POST /account/two-step/setup': () => [{ password: 'a guess' }],
  'POST /account/two-step': () => [{ code: '123456' }],
  'POST /account/two-step/off': () => [{ password: 'a guess', code: '123456' }],
  'POST /account/two-step/recovery-codes': () => [{ code: '123456' }],
  'POST /account/tokens': () => [
    { name: 'Mine', permissions: [{ permission: 'news', actions: ['delete'] }], days: null },
  ],
  'POST /plugin/pair': () => [{ code: 'ABCDEFGH', name: 'Firefox' }],
};
