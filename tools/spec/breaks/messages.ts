import type { Break } from './break.ts';

const locales = 'apps/console/src/locales';
const account = 'apps/console/src/features/account/guest';

/** A message of section 5 or 8 with other text, in the language that its test reads. */
export const messages: readonly Break[] = (
  [
    ['5.email-required', '请输入邮箱地址！', 'register/register-page.test.tsx'],
    ['5.email-format', '邮箱地址格式错误！', 'register/register-page.test.tsx'],
    ['5.password-weak', '密码强度不够', 'register/register-page.test.tsx'],
    ['5.passwords-differ', '两次输入的密码不匹配!', 'register/register-page.test.tsx'],
    ['5.confirm-required', '请确认密码！', 'register/register-page.test.tsx'],
    [
      '5.password-hint',
      '请至少输入 6 个字符。请不要使用容易被猜到的密码。',
      'register/register-page.test.tsx',
    ],
    ['5.phone-format', '手机号格式错误！', 'login-page.test.tsx'],
    ['5.code-required', '请输入验证码！', 'login-page.test.tsx'],
    ['8.login', '验证码错误', 'login-page.test.tsx'],
  ] as const
).map(([rule, text, test]) => ({
  rule,
  what: `"${text}" is said in other words`,
  file: `${locales}/zh-CN/guest.json`,
  find: `"${text}"`,
  replace: '"?"',
  test: `${account}/${test}`,
}));
