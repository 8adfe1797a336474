import { findLegalVersions } from '../../news/pages/acceptance.ts';
import type { Changes, World } from './world.ts';

const grants = [{ permission: 'products', actions: ['query'] }];

/** Changes of how a person signs in to their own account. */
export const ownAccountChanges: Changes = {
  'PUT /account/password': async (world) => {
    const { headers, password } = await world.somebody();
    return () =>
      world.send(headers, 'PUT', '/account/password', { present: password, password: 'Plover-47-lamp' });
  },
  'PUT /account/address': async (world) => {
    const { headers, password } = await world.somebody();
    const address = `new${world.count()}@example.test`;
    return async () => {
      world.wait(61_000);
      await world.send(headers, 'POST', '/account/address/code', { channel: 'mail', address });
      const code = world.codeTo(address);
      return await world.send(headers, 'PUT', '/account/address', {
        channel: 'mail',
        address,
        code,
        password,
      });
    };
  },
  'POST /account/two-step': async (world) => {
    const { headers, password } = await world.somebody();
    const { secret } = (await world.send(headers, 'POST', '/account/two-step/setup', { password })).json()
      .data;
    return () => world.send(headers, 'POST', '/account/two-step', { code: world.codeOf(secret) });
  },
  'POST /account/two-step/off': async (world) => {
    const { headers, password, secret } = await withTwoStep(world);
    return () => {
      world.wait(60_000);
      return world.send(headers, 'POST', '/account/two-step/off', { password, code: world.codeOf(secret) });
    };
  },
  'POST /account/two-step/recovery-codes': async (world) => {
    const { headers, secret } = await withTwoStep(world);
    return () => {
      world.wait(60_000);
      return world.send(headers, 'POST', '/account/two-step/recovery-codes', { code: world.codeOf(secret) });
    };
  },
  'DELETE /account/sessions/:id': async (world) => {
    const person = await world.somebody();
    await world.signIn(person);
    const list = (await world.send(person.headers, 'GET', '/account/sessions')).json().data;
    return () => world.send(person.headers, 'DELETE', `/account/sessions/${list[1].id}`);
  },
  'POST /account/sessions/end-others': async (world) => {
    const person = await world.somebody();
    await world.signIn(person);
    return () => world.send(person.headers, 'POST', '/account/sessions/end-others');
  },
  'POST /account/tokens': async (world) => {
    const { headers } = await world.somebody();
    return () =>
      world.send(headers, 'POST', '/account/tokens', { name: 'Robot', permissions: grants, days: null });
  },
  'DELETE /account/tokens/:id': async (world) => {
    const { headers } = await world.somebody();
    const made = await world.send(headers, 'POST', '/account/tokens', {
      name: 'Robot',
      permissions: grants,
      days: null,
    });
    return () => world.send(headers, 'DELETE', `/account/tokens/${made.json().data.created.id}`);
  },
  'POST /account/pairing': async (world) => {
    const { headers } = await world.somebody();
    return () => world.send(headers, 'POST', '/account/pairing');
  },
  'POST /plugin/pair': async (world) => {
    const { headers } = await world.somebody();
    const { code } = (await world.send(headers, 'POST', '/account/pairing')).json().data;
    return () => world.send({}, 'POST', '/plugin/pair', { code, name: 'Firefox' });
  },
  'POST /user/activate': async (world) => {
    const phone = '+8613800000077';
    const email = 'sign-up@example.test';
    await world.send({}, 'POST', '/sms/sendCodeSms/sign-up', { phone });
    const code = world.codeTo(phone);
    const accepted = await findLegalVersions(world.services);
    const password = 'Plover-47-lamp';
    await world.send({}, 'POST', '/user/sign-up', { email, password, phone, code, accepted });
    const token = new URL(world.linkTo(email), 'http://console.example').searchParams.get('token');
    return () => world.send({}, 'POST', '/user/activate', { token });
  },
  'POST /user/forgot-password': async (world) => {
    const { mail } = await world.somebody();
    return async () => {
      world.wait(61_000);
      await world.send({}, 'POST', '/v2/e-mail/send-code', { purpose: 'recover', email: mail });
      const code = world.codeTo(mail);
      return await world.send({}, 'POST', '/user/forgot-password', {
        address: mail,
        code,
        password: 'Plover-47-lamp',
      });
    };
  },
};

async function withTwoStep(world: World) {
  const person = await world.somebody();
  const { headers, password } = person;
  const set = await world.send(headers, 'POST', '/account/two-step/setup', { password });
  const { secret } = set.json().data;
  await world.send(headers, 'POST', '/account/two-step', { code: world.codeOf(secret) });
  world.wait(60_000);
  return { ...person, secret };
}
