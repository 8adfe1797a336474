import { type Statement, section } from '../statement.ts';

/** Section 7 of the specification. */
export const calls: readonly Statement[] = section([
  ['7.base', 'Shared client: service base path ending in /shop-reptile/api, timeout 60 seconds.'],
  ['7.token-header', 'Every request carries the Access-Token header from the cookie when present.'],
  ['7.unwrapped', 'Successful responses are unwrapped to the body.'],
  ['7.login', '| POST | /auth/user-name-login | body: login form; data: token |'],
  ['7.get-user', '| GET | /user/get-user | answer: name, avatar, role with permissions |'],
  ['7.nav', '| GET | /user/nav | answer: navigation tree |'],
  ['7.logout', '| POST | /auth/logout | JSON content type; answer not shown |'],
  ['7.sign-up', '| POST | /user/sign-up | registration body (fields not shown) |'],
  ['7.account-sms', '| POST | /account/sms | body not shown |'],
  ['7.send-code-sms', '| POST | /sms/sendCodeSms/{param} | sends an SMS code |'],
  ['7.send-mail-code', '| POST | /v2/e-mail/send-code | body not shown |'],
  ['7.forgot-password', '| POST | /user/forgot-password | body not shown |'],
]);
