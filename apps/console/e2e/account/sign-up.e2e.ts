import { faultsOfAccess } from '../access.ts';
import { callsAs } from '../practice.ts';
import { expect, type Product, test } from '../product.ts';
import { openAs } from '../sign-in.ts';
import { errors, field, inEnglish, signIn, submit } from './guest-form.ts';

interface Kept {
  code: string | null;
  link: string | null;
}

/** Returns the message last sent to a recipient, as the administrator finds it in the outbox. */
async function lastSentTo(product: Product, recipient: string): Promise<Kept> {
  const call = await callsAs(product, product.administrator);
  const found = await call<{ items: { id: string }[] }>(
    'GET',
    `/system/outbox?recipient=${encodeURIComponent(recipient)}`,
  );
  return await call<Kept>('POST', `/system/outbox/${found.items[0]?.id}/open`);
}

test('signing up says what is wrong under every field, and how strong the password is [5.email-required] [5.email-format] [5.password-required] [5.password-weak] [5.confirm-required] [5.passwords-differ] [5.phone-required] [5.phone-format] [5.code-required] [5.password-hint] [5.strength-labels] [5.strength-score] [9.password-length]', async ({
  page,
  product,
}) => {
  await inEnglish(page, product);
  await page.goto('/user/register');
  await submit(page);
  await expect(errors(page)).toHaveText([
    'Please enter your email!',
    'Please enter your password!',
    'Please confirm your password!',
    'Please enter your phone number!',
    'Please enter the verification code!',
    'Please read and accept the terms of service and the privacy policy',
  ]);
  await page.locator('input[name=accepted]').check();
  await field(page, 'email').fill('lin@chenwu');
  await field(page, 'password').fill('Ab1!x');
  await field(page, 'confirm').fill('Ab1!y');
  await field(page, 'mobile').fill('123');
  await expect(errors(page)).toHaveText([
    'The email address is in the wrong format!',
    'The password is not strong enough',
    'The passwords entered twice do not match!',
    'Please enter a valid phone number',
    'Please enter the verification code!',
  ]);
  await expect(page.locator('.strength-hint')).toHaveText(
    'Please enter at least 6 characters. Please do not use passwords that are easy to guess.',
  );
  for (const [password, label] of [
    ['Ab1!x', 'Strength: too short'],
    ['aaaaaa', 'Strength: low'],
    ['Abcdef1', 'Strength: low'],
    ['Abcdef12', 'Strength: medium'],
    ['Abcdef12!', 'Strength: medium'],
    ['Abcdef123!', 'Strength: strong'],
  ] as const) {
    await field(page, 'password').fill(password);
    await expect(page.locator('.strength-word')).toHaveText(label);
  }
  expect(await faultsOfAccess(page)).toEqual([]);
});

test('a newcomer signs up with the code and activates by the link that the outbox holds, and is not sent two codes within a minute [9.activation-24h]', async ({
  page,
  product,
  browser,
}) => {
  await page.goto('/user/register');
  await field(page, 'email').fill('wang.fang@chenwu.example');
  await field(page, 'password').fill('Abcdef123!');
  await field(page, 'confirm').fill('Abcdef123!');
  await field(page, 'mobile').fill('138 0000 0001');
  await page.getByRole('button', { name: '获取验证码' }).click();
  await expect(page.getByRole('button', { name: /^5\d s$/ })).toBeVisible();

  const office = await (await browser.newContext({ baseURL: product.url, locale: 'zh-CN' })).newPage();
  await openAs(office, product, product.administrator, '/system/outbox');
  await office.getByRole('row', { name: /\+8613800000001/ }).click();
  const code = await office.locator('.outbox-copy code').textContent();
  expect(code).toMatch(/^\d{6}$/);
  expect(await faultsOfAccess(office)).toEqual([]);
  await office.context().close();

  await field(page, 'captcha').fill(code ?? '');
  await page.locator('input[name=accepted]').check();
  await submit(page);
  await expect(page).toHaveURL(/\/user\/register-result$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    '你的账户：wang.fang@chenwu.example 注册成功',
  );
  await expect(page.getByText(/邮件有效期为24小时/)).toBeVisible();

  await page.goto('/user/login');
  await signIn(page, { username: 'wang.fang@chenwu.example', password: 'Abcdef123!' });
  await expect(page.locator('.guest-refused')).toContainText('还没有激活');

  const { link } = await lastSentTo(product, 'wang.fang@chenwu.example');
  await page.goto(new URL(link ?? '').pathname + new URL(link ?? '').search);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('账号已激活');
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('激活失败');
  expect(await faultsOfAccess(page)).toEqual([]);

  await page.goto('/user/login');
  await signIn(page, { username: 'wang.fang', password: 'Abcdef123!' });
  await expect(page).toHaveURL(/\/dashboard\/workplace$/);

  // A console that is open would go to the sign-in page by itself meanwhile.
  await page.goto('about:blank');
  await page.context().clearCookies({ name: 'Access-Token' });
  await page.goto('/user/login');
  await page.getByRole('tab', { name: '手机号登录' }).click();
  await field(page, 'mobile').fill('13800000001');
  // The sign-up code was sent less than a minute ago.
  await page.getByRole('button', { name: '获取验证码' }).click();
  await expect(errors(page)).toHaveText(/验证码刚刚发送过。请在 \d+ 秒后再获取。/);
  await expect(page.getByRole('button', { name: /^\d+ s$/ })).toBeDisabled();
});

test('a forgotten password is replaced with the code that was sent', async ({ page, product }) => {
  await page.goto('/user/login');
  await page.getByRole('link', { name: '忘记密码' }).click();
  await field(page, 'address').fill('demo@bowerbird.localhost');
  await submit(page);
  await expect(field(page, 'captcha')).toBeFocused();
  expect(await faultsOfAccess(page)).toEqual([]);

  await field(page, 'captcha').fill('000000');
  await field(page, 'password').fill('Abcdef123!');
  await field(page, 'confirm').fill('Abcdef123!');
  await submit(page);
  await expect(errors(page)).toHaveText('验证码错误');

  const { code } = await lastSentTo(product, 'demo@bowerbird.localhost');
  await field(page, 'captcha').fill(code ?? '');
  await submit(page);
  await expect(page).toHaveURL(/\/user\/login$/);
  await expect(field(page, 'username')).toHaveValue('demo@bowerbird.localhost');
  await field(page, 'password').fill('Abcdef123!');
  await submit(page);
  await expect(page).toHaveURL(/\/dashboard\/workplace$/);
  product.merchant.password = 'Abcdef123!';
});
