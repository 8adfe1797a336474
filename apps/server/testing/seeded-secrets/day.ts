import { apiBase } from '@bowerbird/contract/route';
import { Secret, TOTP } from 'otpauth';
import { carriersOf } from '../../src/messages/carriers.ts';
import { deliverDue } from '../../src/messages/deliver.ts';
import type { oneOfEverything, wholeApi } from '../one-of-everything/one-of-everything.ts';
import { onesOwnKeys } from '../one-of-everything/own-account.ts';
import type { Secrets, Texts } from './search.ts';

type Api = Awaited<ReturnType<typeof wholeApi>>;
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * Runs through a day with secrets: does everything that creates or takes a secret, correctly and incorrectly. Returns
 * the secrets and every answer except those that hand a secret out, which they do once and to its owner.
 * `withoutSessions` does something while the database has lost the sessions table, so that calls fail unforeseen.
 */
export async function dayWithSecrets(
  { app, services, ann, administrator }: Api,
  ids: Awaited<ReturnType<typeof oneOfEverything>>,
  withoutSessions: (work: () => Promise<unknown>) => Promise<void>,
): Promise<{ secrets: Secrets; answers: Texts }> {
  const secrets: Secrets = {
    'the first password': ann.password,
    'the password of the administrator': administrator.password,
    'the token of the practice store': 'practice-token-aster-practice',
    'the secret of a source': 'cs_secret',
  };
  const answers: Texts = {};
  let calls = 0;

  async function call(method: Method, path: string, payload: object | undefined, headers: object = {}) {
    calls += 1;
    const answer = await app.inject({
      method,
      url: apiBase + path,
      headers: { ...headers },
      remoteAddress: `203.0.113.${calls}`,
      ...(payload && { payload }),
    });
    answers[`answer ${calls} of ${method} ${path}: ${answer.statusCode}`] =
      `${answer.body} ${JSON.stringify({ ...answer.headers, 'set-cookie': undefined })}`;
    return answer;
  }
  /** Makes a call whose answer gives the secret to its owner. */
  async function given(method: Method, path: string, payload: object | undefined, headers: object = {}) {
    const answer = await call(method, path, payload, headers);
    delete answers[`answer ${calls} of ${method} ${path}: ${answer.statusCode}`];
    if (answer.statusCode >= 300) {
      throw new Error(`${method} ${path} answered ${answer.statusCode} ${answer.body}`);
    }
    for (const { name, value } of answer.cookies) {
      secrets[`the cookie ${name} of call ${calls}`] = value;
    }
    return answer.json().data;
  }
  const signIn = async (password: string, code?: string) => ({
    'access-token': String(
      await given('POST', '/auth/user-name-login', {
        username: ann.username,
        password,
        rememberMe: true,
        ...(code && { code }),
      }),
    ),
  });

  // Signing in, correctly and incorrectly; a password in the wrong field.
  let headers = await signIn(ann.password);
  secrets['a wrong password'] = 'Wrong-Pass/word "1" é';
  secrets['a password in the field of the name'] = 'Typed Into/Name+42';
  await call('POST', '/auth/user-name-login', {
    username: ann.username,
    password: secrets['a wrong password'],
  });
  await call('POST', '/auth/user-name-login', {
    username: secrets['a password in the field of the name'],
    password: 'x',
  });
  await call('GET', '/user/get-user', undefined, { 'access-token': `${headers['access-token']}x` });
  secrets['a new password'] = 'Lantern/Öl & 7 "geese"';
  await call(
    'PUT',
    '/account/password',
    { present: 'not-this', password: secrets['a new password'] },
    headers,
  );
  await given(
    'PUT',
    '/account/password',
    { present: ann.password, password: secrets['a new password'] },
    headers,
  );

  // The second step.
  const password = secrets['a new password'];
  const setup = await given('POST', '/account/two-step/setup', { password }, headers);
  secrets['the secret of the second step'] = setup.secret;
  const totp = new TOTP({ secret: Secret.fromBase32(setup.secret) });
  const codeNow = (steps: number) => totp.generate({ timestamp: services.clock.wall() + steps * 30_000 });
  await call('POST', '/account/two-step', { code: '000000' }, headers);
  const on = await given('POST', '/account/two-step', { code: codeNow(0) }, headers);
  for (const [at, code] of on.recoveryCodes.entries()) {
    secrets[`recovery code ${at}`] = code;
  }
  headers = await signIn(password, on.recoveryCodes[0]);
  await call('POST', '/auth/user-name-login', {
    username: ann.username,
    password,
    code: on.recoveryCodes[0],
  });
  const recovery = on.recoveryCodes[1];
  await withoutSessions(async () => {
    await call('POST', '/auth/user-name-login', { username: ann.username, password, code: recovery });
    await call('GET', '/user/get-user', undefined, headers);
  });

  // Tokens and paired browsers.
  await onesOwnKeys(async (method, path, payload) => {
    const answer = await given(method, path, payload, headers);
    secrets[`the token of ${path}`] = answer.token ?? secrets[`the token of ${path}`] ?? 'none was made';
    return answer;
  });
  const pairing = await given('POST', '/account/pairing', undefined, headers);
  secrets['a pairing code'] = pairing.code;
  await call('POST', '/plugin/pair', { code: 'aaaaaaaa', name: 'Browser' });
  const paired = await given('POST', '/plugin/pair', { code: pairing.code, name: 'Browser' });
  secrets['the token of a paired browser'] = paired.token;
  await call('GET', '/stores', undefined, { 'access-token': paired.token });

  // Stores and sources: keys that are rejected, of unreachable hosts, in wrong formats.
  secrets['a refused token of a store'] = 'shpat_refused+token/of=store';
  const store = { platform: 'shopify', name: 'Aster', connection: 'token' };
  const credentials = { token: secrets['a refused token of a store'] };
  await call('POST', '/stores', { ...store, domain: 'aster-practice.localhost:8000', credentials }, headers);
  await call('POST', '/stores', { ...store, domain: 'aster-practice.localhost:1', credentials }, headers);
  // Characters that no header can hold: code that rejects them tends to repeat them.
  for (const [at, odd] of ['\u2014', '\n', '\u007f'].entries()) {
    const token = `shpat_odd${at}${odd}0123456789`;
    secrets[`a token of a store that no header takes (${at})`] = token;
    secrets[`the beginning of it (${at})`] = token.slice(0, 10);
    await call(
      'POST',
      '/stores',
      { ...store, domain: 'aster-practice.localhost:8000', credentials: { token } },
      headers,
    );
    await call('PUT', `/stores/${ids.store}`, { connection: 'token', credentials: { token } }, headers);
  }
  await call('POST', '/stores', { ...store, domain: 7, credentials, more: credentials.token }, headers);
  await call('PUT', `/stores/${ids.store}`, { connection: 'token', credentials }, headers);
  await call('POST', `/stores/${ids.store}/check`, undefined, headers);
  secrets['a key of a source'] = 'ck_0123456789/abcdef+refused';
  await call(
    'POST',
    '/sources/access',
    {
      platform: 'shopify',
      connection: 'rest-keys',
      name: 'Keys',
      credentials: { consumerKey: secrets['a key of a source'] },
    },
    headers,
  );

  // Mail with a code, an invitation, and a provider that rejects our password.
  await call('POST', '/v2/e-mail/send-code', { email: `${ann.username}@example.test`, purpose: 'recover' });
  await call('POST', '/invitations', { addresses: ['lin@example.test'], roleId: 'merchant' }, headers);
  const carriers = carriersOf(services);
  await deliverDue(services, carriers);
  for (const carrier of carriers.values()) {
    carrier.close();
  }

  // What everyone may read of it.
  for (const path of [
    '/account/security',
    '/account/sessions',
    '/account/tokens',
    '/stores',
    '/sources/access',
    '/notifications',
    '/audit',
    '/invitations',
    '/user/get-user',
  ]) {
    await call('GET', path, undefined, headers);
  }
  answers['the audit log as CSV'] = (await call('GET', '/audit/export', undefined, headers)).body;
  answers['the exported products'] = (
    await call('GET', `/exports/files/${ids.file}/download`, undefined, headers)
  ).body;
  await call('POST', '/auth/logout', undefined, headers);
  return { secrets, answers };
}
