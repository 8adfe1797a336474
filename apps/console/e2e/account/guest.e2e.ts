import type { Page } from '@playwright/test';
import { faultsOfAccess } from '../access.ts';
import { expect, type Product, type SignIn, test } from '../product.ts';
import { openAs } from '../sign-in.ts';

const api = '/shop-reptile/api';

async function post<Data>(product: Product, path: string, body: object): Promise<Data> {
  const answer = await fetch(`${product.url}${api}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const { data }: { data: Data } = await answer.json();
  return data;
}

const tokens = new Map<string, string>();

async function administratorToken(product: Product): Promise<string> {
  const held = tokens.get(product.url);
  const token = held ?? (await post<string>(product, '/auth/user-name-login', product.administrator));
  tokens.set(product.url, token);
  return token;
}

interface Kept {
  code: string | null;
  link: string | null;
}

/** Returns the message last sent to a recipient, as the administrator finds it in the outbox. */
async function lastSentTo(product: Product, recipient: string): Promise<Kept> {
  const headers = { 'access-token': await administratorToken(product) };
  const read = async <Data>(path: string, method = 'GET'): Promise<Data> => {
    const answer = await fetch(`${product.url}${api}${path}`, { method, headers });
    const { data }: { data: Data } = await answer.json();
    return data;
  };
  const found = await read<{ items: { id: string }[] }>(
    `/system/outbox?recipient=${encodeURIComponent(recipient)}`,
  );
  return await read<Kept>(`/system/outbox/${found.items[0]?.id}/open`, 'POST');
}

async function signIn(page: Page, { username, password }: SignIn): Promise<void> {
  await page.locator('[name=username]').fill(username);
  await page.locator('[name=password]').fill(password);
  await page.locator('form [type=submit]').click();
}

async function inEnglish(page: Page, product: Product): Promise<void> {
  await page.context().addCookies([{ name: 'lang', value: 'en-US', url: product.url }]);
}

const field = (page: Page, name: string) => page.locator(`input[name="${name}"]`);
const submit = (page: Page) => page.locator('form [type=submit]').click();
const errors = (page: Page) => page.locator('.field-error');

test('who is not signed in finds the pages of guests and no others [1.app-title] [1.page-title] [1.no-pwa] [2.guest-names] [2.user-children] [2.login-path] [2.user-redirect]', async ({
  page,
}) => {
  for (const [path, heading] of [
    ['/user/login', '登录'],
    ['/user/register', '注册'],
    ['/user/recover', '找回密码'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`${path}$`));
    await expect(page).toHaveTitle(`${heading} - 园丁鸟工具集`);
    expect(await faultsOfAccess(page)).toEqual([]);
  }
  expect(await page.locator('link[rel=manifest]').count()).toBe(0);
  expect(
    await page.evaluate(async () => (await navigator.serviceWorker?.getRegistrations())?.length ?? 0),
  ).toBe(0);
  // The sign-up result page is for guests, too; without a result it redirects to sign-up.
  await page.goto('/user/register-result');
  await expect(page).toHaveURL(/\/user\/register$/);
  await page.goto('/user');
  await expect(page).toHaveURL(/\/user\/login$/);
});

test('guest pages carry the languages, the logo with the title, and the links for help, privacy and terms [1.tagline] [2.user-layout]', async ({
  page,
}) => {
  const links = {
    help: 'https://help.example/',
    privacy: 'https://privacy.example/',
    terms: 'https://terms.example/',
  };
  await page.route('**/console/settings', (route) =>
    route.fulfill({
      json: {
        data: {
          provider: '',
          links,
          signInMethods: ['password', 'mobile'],
          legalVersions: { privacy: 'v1', terms: 'v1' },
        },
      },
    }),
  );
  await page.goto('/user/login');

  await expect(page.locator('.guest-logo')).toHaveText('园丁鸟工具集');
  await expect(page.getByText('采集、编辑、导出、批量刊登')).toBeVisible();
  for (const [name, address] of [
    ['帮助', links.help],
    ['隐私', links.privacy],
    ['条款', links.terms],
  ] as const) {
    await expect(page.getByRole('link', { name })).toHaveAttribute('href', address);
  }
  await page.getByRole('button', { name: '简体中文' }).click();
  await page.getByRole('menuitem', { name: 'English' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-US');
});

test('signing in leads to where one wanted to go, keeps the token seven days, and the login page is behind one then [2.redirect-query] [2.redirect-after] [2.login-with-token] [2.landing] [2.root] [4.token-cookie] [4.token-seven-days] [4.first-navigation]', async ({
  page,
  product,
}) => {
  await page.goto('/list/query-list?state=failed');
  await expect(page).toHaveURL(
    `${product.url}/user/login?redirect=${encodeURIComponent('/list/query-list?state=failed')}`,
  );
  const requested: string[] = [];
  page.on('request', (request) => {
    const path = new URL(request.url()).pathname;
    if (/\/(user-name-login|get-user|nav)$/.test(path)) {
      requested.push(path.slice(api.length));
    }
  });
  await signIn(page, product.merchant);
  await expect(page).toHaveURL(/\/list\/query-list\?state=failed$/);
  await expect(page.getByText(/欢迎回来/)).toBeVisible();
  // The browser reports a request at its own time, which may be after its answer is shown.
  await expect
    .poll(() => [...new Set(requested)])
    .toEqual(['/auth/user-name-login', '/user/get-user', '/user/nav']);

  const cookie = (await page.context().cookies()).find(({ name }) => name === 'Access-Token');
  const days = ((cookie?.expires ?? 0) * 1000 - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(6.99);
  expect(days).toBeLessThanOrEqual(7);

  await page.goto('/user/login');
  await expect(page).toHaveURL(/\/dashboard\/workplace$/);
  await page.goto('/');
  await expect(page).toHaveURL(/\/dashboard\/workplace$/);
});

test('a redirect to somewhere else than this console is not followed [2.redirect-after] [asvs 3.7.2]', async ({
  page,
  product,
}) => {
  await page.goto('/user/login?redirect=%2F%2Fevil.example%2F');
  await signIn(page, product.merchant);
  await expect(page).toHaveURL(`${product.url}/dashboard/workplace`);
});

test('signing in says what is missing and what was refused, in the words of the specification [5.username-required] [5.password-required] [5.phone-required] [5.phone-format] [5.code-required] [8.login]', async ({
  page,
  product,
}) => {
  await inEnglish(page, product);
  await page.goto('/user/login');
  await submit(page);
  await expect(errors(page)).toHaveText([
    'Please enter account name or email address',
    'Please enter your password!',
  ]);
  await signIn(page, { username: 'demo', password: 'not this' });
  await expect(page.locator('.guest-refused')).toHaveText('Invalid username or password');
  await expect(page.locator('.notify-place')).toContainText('Invalid username or password');
  await expect(page).toHaveURL(/\/user\/login$/);

  await page.getByRole('tab', { name: 'Mobile number' }).click();
  await submit(page);
  await expect(errors(page)).toHaveText([
    'Please enter your phone number!',
    'Please enter the verification code!',
  ]);
  await field(page, 'mobile').fill('12345');
  await expect(errors(page).first()).toHaveText('Please enter a valid phone number');
  await field(page, 'mobile').fill('13912345678');
  await field(page, 'captcha').fill('000000');
  await submit(page);
  await expect(page.locator('.guest-refused')).toHaveText('Invalid verification code');
});

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

test('when nobody can be read behind a token, the console says so and asks to sign in again [4.user-info-failure] [8.user-info] [4.roles-not-empty]', async ({
  page,
  product,
}) => {
  const token = await administratorToken(product);
  // The message is shown for some seconds only, which a busy machine may spend on loading, so the page reports its
  // messages itself.
  let reported: string[] = [];
  await page.exposeFunction('toldInTheCorner', (words: string) => void reported.push(words));
  await page.addInitScript(() => {
    const report = Reflect.get(window, 'toldInTheCorner') as (words: string) => void;
    new MutationObserver(() => {
      const words = document.querySelector('.notify-place')?.textContent;
      if (words) {
        report(words);
      }
    }).observe(document, { childList: true, subtree: true });
  });
  const enter = async (status: number, body: object) => {
    reported = [];
    await page.unroute('**/user/get-user');
    await page.route('**/user/get-user', (route) => route.fulfill({ status, json: body }));
    await page.context().addCookies([{ name: 'Access-Token', value: token, url: product.url }]);
    await page.goto('/runs?state=failed');
    await expect(page).toHaveURL(/\/user\/login\?redirect=%2Fruns%3Fstate%3Dfailed$/);
    await expect.poll(() => reported.join()).toContain('请求用户信息失败，请重试');
  };
  await enter(500, {
    code: 'unexpected',
    message: '',
    params: {},
    requestId: 'r',
    result: { isLogin: false },
  });
  await enter(403, {
    code: 'auth.roles-empty',
    message: '',
    params: {},
    requestId: 'r',
    result: { isLogin: false },
  });
});
