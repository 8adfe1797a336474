import { faultsOfAccess } from '../access.ts';
import { expect, test } from '../product.ts';
import { errors, field, inEnglish, signIn, submit } from './guest-form.ts';

const api = '/shop-reptile/api';

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

test('when nobody can be read behind a token, the console says so and asks to sign in again [4.user-info-failure] [8.user-info] [4.roles-not-empty]', async ({
  page,
  product,
  request,
}) => {
  const signedIn = await request.post(`${api}/auth/user-name-login`, { data: product.administrator });
  const { data: token }: { data: string } = await signedIn.json();
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
