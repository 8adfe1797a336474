import { crc32, deflateSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { faultsOfAccess } from '../access.ts';
import { callsAs } from '../practice.ts';
import { expect, type Product, test } from '../product.ts';
import { openAs } from '../sign-in.ts';

/** The merchant's current password, once the test has changed it; null before that. */
let password: string | null = null;
const signInOf = (product: Product) => ({
  username: product.merchant.username,
  password: password ?? product.merchant.password,
});

async function fillForm(page: Page, product: Product, path: string): Promise<void> {
  const { username, password: known } = signInOf(product);
  await page.goto(path);
  await page.getByLabel('账号名或邮箱').fill(username);
  await page.getByLabel('密码', { exact: true }).fill(known);
  await page.getByRole('button', { name: '登录', exact: true }).click();
}

/** Returns the code that an authenticator app shows, `ahead` steps of 30 seconds later. */
function codeOf(secret: string, ahead = 0): string {
  const timestamp = Date.now() + ahead * 30_000;
  return new TOTP({ secret: Secret.fromBase32(secret.replaceAll(/\s/g, '')) }).generate({ timestamp });
}

test('a password is changed, ends the other sign-ins, and signs in again [2.account-screens.Security] [2.account-screens.modify-password] [5.passwords-differ] [5.password-weak]', async ({
  page,
  product,
}) => {
  const elsewhere = await callsAs(product, product.merchant);
  await openAs(page, product, signInOf(product), '/account/settings/security');
  await expect(page.getByText('登录的设备')).toBeVisible();
  expect(await faultsOfAccess(page)).toEqual([]);

  await page.getByRole('button', { name: '修改密码' }).click();
  const dialog = page.getByRole('dialog', { name: '修改密码' });
  await dialog.getByLabel('当前密码').fill('not the password');
  await dialog.getByLabel('新密码').fill('12345');
  await dialog.getByLabel('确认密码').fill('other');
  await dialog.getByRole('button', { name: '修改密码' }).click();
  await expect(dialog.getByText('密码强度不够')).toBeVisible();
  await expect(dialog.getByText('两次输入的密码不匹配!')).toBeVisible();
  expect(await faultsOfAccess(page)).toEqual([]);
  await dialog.getByLabel('新密码').fill('Abcdef123!');
  await expect(dialog.getByText('强度：强')).toBeVisible();
  await dialog.getByLabel('确认密码').fill('Abcdef123!');
  await dialog.getByRole('button', { name: '修改密码' }).click();
  await expect(dialog.getByText('当前密码不正确，未做更改。')).toBeVisible();
  await dialog.getByLabel('当前密码').fill(product.merchant.password);
  await dialog.getByRole('button', { name: '修改密码' }).click();
  await expect(page.getByText('密码已修改，其他 1 处登录已退出')).toBeVisible();
  password = 'Abcdef123!';

  await expect(elsewhere('GET', '/user/get-user')).rejects.toThrow(/auth.required/);
  await page.context().clearCookies({ name: 'Access-Token' });
  await fillForm(page, product, '/account/settings/security');
  await expect(page.getByText('强', { exact: true })).toBeVisible();
});

test('the second step is turned on, is requested at sign-in, and is turned off', async ({
  page,
  product,
}) => {
  await openAs(page, product, signInOf(product), '/account/settings/security');
  await page.getByRole('button', { name: '开启两步验证' }).click();
  const dialog = page.getByRole('dialog', { name: '开启两步验证' });
  await dialog.getByLabel('您的密码').fill(signInOf(product).password);
  await dialog.getByRole('button', { name: '继续' }).click();
  await expect(dialog.getByRole('img', { name: '带密钥的二维码' })).toBeVisible();
  const secret = (await dialog.locator('code').innerText()).trim();
  expect(await faultsOfAccess(page)).toEqual([]);
  await dialog.getByLabel('动态码').fill(codeOf(secret));
  await dialog.getByRole('button', { name: '确认开启' }).click();
  const codes = page.getByRole('dialog', { name: '恢复码' });
  await expect(codes.getByRole('listitem')).toHaveCount(10);
  const recoveryCode = await codes.getByRole('listitem').first().innerText();
  await codes.getByRole('button', { name: '我已保存' }).click();
  await expect(page.getByText('恢复码还剩 10 个')).toBeVisible();

  await page.context().clearCookies({ name: 'Access-Token' });
  await fillForm(page, product, '/account/settings/security');
  const second = page.getByRole('dialog', { name: '两步验证' });
  await second.getByRole('textbox').fill(codeOf(secret, 1));
  await second.getByRole('textbox').press('Enter');
  await expect(page.getByText('恢复码还剩 10 个')).toBeVisible();

  await page.getByRole('button', { name: '关闭两步验证' }).click();
  const off = page.getByRole('dialog', { name: '关闭两步验证' });
  await off.getByLabel('您的密码').fill(signInOf(product).password);
  await off.getByLabel('动态码').fill(recoveryCode);
  await off.getByRole('button', { name: '关闭', exact: true }).last().click();
  await expect(page.getByText('两步验证已关闭')).toBeVisible();
});

test('an image is cropped, rotated and saved, and appears in the head of the console [2.account-screens.avatar-modal]', async ({
  page,
  product,
}) => {
  await openAs(page, product, signInOf(product), '/account/settings/basic');
  await page.getByRole('button', { name: '更换头像' }).first().click();
  const dialog = page.getByRole('dialog', { name: '更换头像' });
  const chooser = dialog.locator('input[type=file]');
  await chooser.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
  await expect(dialog.getByText('这个文件不是可以读取的图片', { exact: false })).toBeVisible();
  await chooser.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: blueImage(320, 240) });
  await expect(dialog.getByRole('button', { name: '缩小' })).toBeDisabled();
  await dialog.getByRole('button', { name: '放大' }).click();
  await dialog.getByRole('button', { name: '向左旋转' }).click();
  await dialog.getByRole('button', { name: '向右旋转' }).click();
  await expect(dialog.getByRole('button', { name: '缩小' })).toBeEnabled();
  expect(await faultsOfAccess(page)).toEqual([]);
  await dialog.getByRole('button', { name: '保存' }).click();
  await expect(page.getByText('上传成功')).toBeVisible();
  await expect(page.locator('.head-user img')).toHaveAttribute(
    'src',
    /\/account\/avatars\/[\da-f]{64}\.webp$/,
  );
  await expect
    .poll(() => page.locator('.head-user img').evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBe(256);
});

test('a token acts with its own rights alone, until it is revoked [2.account-screens.Binding]', async ({
  page,
  product,
}) => {
  await openAs(page, product, signInOf(product), '/account/settings/binding');
  await page.getByRole('button', { name: '新建令牌' }).click();
  const dialog = page.getByRole('dialog', { name: '新建令牌' });
  await dialog.getByLabel('名称').fill('库存同步');
  await dialog.getByRole('checkbox', { name: '商品：查询' }).check();
  expect(await faultsOfAccess(page)).toEqual([]);
  await dialog.getByRole('button', { name: '新建令牌' }).click();
  const shown = page.getByRole('dialog', { name: '令牌已生成' });
  const token = (await shown.locator('.copy-button code').innerText()).trim();
  await shown.getByRole('button', { name: '我已保存' }).click();

  const call = (method: string, path: string) =>
    fetch(`${product.url}/shop-reptile/api${path}`, {
      method,
      headers: { 'access-token': token, 'content-type': 'application/json' },
      ...(method === 'POST' && { body: '{"filter":{}}' }),
    }).then(({ status }) => status);
  expect(await call('POST', '/products/query')).toBe(200);
  expect(await call('GET', '/stores')).toBe(403);
  expect(await call('GET', '/account/sessions')).toBe(403);

  await page.getByRole('button', { name: '撤销 库存同步' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '撤销', exact: true }).click();
  await expect(page.getByText('“库存同步”已撤销')).toBeVisible();
  expect(await call('POST', '/products/query')).toBe(401);

  await page.getByRole('button', { name: '配对浏览器' }).click();
  const pairing = page.getByRole('dialog', { name: '配对浏览器' });
  const code = (await pairing.locator('.pairing-code').innerText()).replaceAll(/\s/g, '');
  expect(await faultsOfAccess(page)).toEqual([]);
  await fetch(`${product.url}/shop-reptile/api/plugin/pair`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code, name: '家里的 Firefox' }),
  });
  await expect(pairing.getByText('已配对：家里的 Firefox')).toBeVisible();
});

test('a session that is ended elsewhere is over at its next call [4.unauthorized]', async ({
  page,
  product,
}) => {
  const elsewhere = await callsAs(product, signInOf(product));
  await openAs(page, product, signInOf(product), '/account/settings/security');
  await expect(page.getByText('当前设备')).toBeVisible();
  const others = page.getByRole('button', { name: /^退出 / });
  await expect(others.first()).toBeVisible();
  const before = await others.count();

  await page.getByRole('button', { name: '退出其他所有设备' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '退出其他所有设备' }).click();
  await expect(page.getByText(`已退出 ${before} 台设备`)).toBeVisible();
  await expect(others).toHaveCount(0);

  await expect(elsewhere('GET', '/user/get-user')).rejects.toThrow(/auth.required/);
});

/** Returns a blue image as PNG. */
function blueImage(width: number, height: number): Buffer {
  const chunk = (name: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
    const ends = Buffer.alloc(8);
    ends.writeUInt32BE(data.length, 0);
    ends.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const line = Buffer.concat([Buffer.from([0]), Buffer.alloc(width * 3, Buffer.from([24, 144, 255]))]);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.concat(Array(height).fill(line)))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
