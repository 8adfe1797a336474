import type { Break } from './break.ts';

const account = 'apps/server/src/account';

/** A call of section 7, or of the signed-in person, at another path. */
export const calls: readonly Break[] = (
  [
    ['7.login', 'account.ts', '/auth/user-name-login', 'sign-in.test.ts'],
    ['7.get-user', 'account.ts', '/user/get-user', 'sign-in.test.ts'],
    ['1.merchants', 'account.ts', '/user/get-user', 'sign-in.test.ts'],
    ['3.current-user', 'account.ts', '/user/get-user', 'sign-in.test.ts'],
    ['7.logout', 'account.ts', '/auth/logout', 'sign-in.test.ts'],
    ['7.sign-up', 'guest.ts', '/user/sign-up', 'sign-up.test.ts'],
    ['7.account-sms', 'guest.ts', '/account/sms', 'signing-in/by-telephone.test.ts'],
    ['7.send-code-sms', 'guest.ts', '/sms/sendCodeSms/:purpose', 'sign-up.test.ts'],
    ['7.send-mail-code', 'guest.ts', '/v2/e-mail/send-code', 'passwords/forgotten-password.test.ts'],
    ['7.forgot-password', 'guest.ts', '/user/forgot-password', 'passwords/forgotten-password.test.ts'],
  ] as const
).map(([rule, file, path, test]) => ({
  rule,
  what: `${path} stands at another path`,
  file: `packages/contract/src/account/${file}`,
  find: `path: '${path}',`,
  replace: `path: '${path}-elsewhere',`,
  test: `${account}/${test}`,
}));
