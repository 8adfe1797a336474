// @vitest-environment happy-dom

import * as profile from '@bowerbird/contract/account/profile';
import * as security from '@bowerbird/contract/account/security';
import * as tokens from '@bowerbird/contract/account/tokens';
import { AppError } from '@bowerbird/contract/errors';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { presets } from '../../../app/frame/theme.ts';
import { colourPresets } from '../../../lib/kept/colour-presets.ts';
import {
  button,
  FakeApi,
  press,
  type ShownPage,
  says,
  settled,
  showPage,
  type,
} from '../../../testing/signed-in-page.tsx';
// Imported in advance, so that it is loaded when a page needs it.
import '../security/binding-settings.tsx';
import '../security/security-settings.tsx';
import { AddressDialog } from '../security/address-dialog.tsx';
import { TwoStepOffDialog } from '../security/two-step-off-dialog.tsx';
import SettingsPage from './settings-page.tsx';

const now = '2026-11-20T08:00:00Z';
let api: FakeApi;
let shown: ShownPage | null = null;

beforeEach(() => {
  localStorage.clear();
  api = new FakeApi();
  api.answer(profile.getProfile, {
    name: '林晓',
    motto: '',
    jobTitle: '',
    tags: [],
    language: null,
    username: 'demo',
    email: 'demo@bowerbird.localhost',
    avatar: null,
    role: { id: 'merchant', name: '商家' },
    merchant: '林晓',
    createdAt: now,
  });
  api.answer(security.getSecurity, {
    passwordStrength: 'medium',
    passwordChangedAt: now,
    phone: '+86138****8293',
    email: 'dem***@bowerbird.localhost',
    twoStep: { on: false, since: null, recoveryCodesLeft: 0 },
  });
  api.answer(security.listSessions, []);
  api.answer(tokens.listTokens, []);
});

afterEach(async () => {
  await shown?.close();
  shown = null;
});

async function open(part: string): Promise<void> {
  shown = await showPage(api, <SettingsPage />, `/account/settings/${part}`, '/account/settings/:part');
}

function field(label: string): HTMLInputElement {
  const found = [...document.querySelectorAll('label')].find((each) => each.textContent?.startsWith(label));
  const input = document.getElementById(found?.htmlFor ?? '');
  if (!(input instanceof HTMLInputElement)) {
    throw new Error(`no field "${label}"`);
  }
  return input;
}

async function write(label: string, words: string): Promise<void> {
  const input = field(label);
  input.setAttribute('aria-label', label);
  await type(label, words);
  input.removeAttribute('aria-label');
}

it('has its five parts, and saves a profile only with a name', async () => {
  api.answer(profile.saveProfile, (body) => ({
    ...(body as profile.ProfileForm),
    username: 'demo',
    email: 'demo@bowerbird.localhost',
    avatar: null,
    role: { id: 'merchant', name: '商家' },
    merchant: '林晓',
    createdAt: now,
  }));
  await open('basic');
  await says('更新基本信息');

  const parts = [...document.querySelectorAll('nav a')].map((link) => link.textContent);
  await write('昵称', ' ');
  await press(button('更新基本信息'));
  await says('请输入昵称');
  await write('昵称', '林小晓');
  await press(button('更新基本信息'));
  await says('已保存');

  expect(parts).toEqual(['基本设置', '安全设置', '个性化', '账号绑定', '新消息通知']);
  expect(api.bodiesOf(profile.saveProfile)).toEqual([
    { name: '林小晓', motto: '', jobTitle: '', tags: [], language: null },
  ]);
});

it('shows how the account is protected, and sends a new password only when it is long enough and typed twice [5.password-weak] [5.passwords-differ] [5.confirm-required]', async () => {
  api.answer(security.changePassword, {
    changed: true,
    ended: { sessions: 2, tokens: [{ kind: 'plugin', name: 'Firefox' }] },
  });
  await open('security');
  await says('+86138****8293');
  await says('中');

  await press(button('修改密码'));
  await write('当前密码', 'the present one');
  await write('新密码', '12345');
  await press(lastButton('修改密码'));
  await says('密码强度不够');
  await says('请确认密码！');
  await write('新密码', 'Abcdef123!');
  await write('确认密码', 'Abcdef124!');
  await says('两次输入的密码不匹配!');
  await press(lastButton('修改密码'));
  const tooEarly = api.bodiesOf(security.changePassword).length;
  await write('确认密码', 'Abcdef123!');
  await press(lastButton('修改密码'));
  await says('密码已修改，其他 2 处登录已退出，1 个令牌或已配对浏览器已失效');

  expect(tooEarly).toBe(0);
  expect(api.bodiesOf(security.changePassword)).toEqual([
    { present: 'the present one', password: 'Abcdef123!', keep: [] },
  ]);
});

it('says under the field of the new password that it is too common', async () => {
  api.answer(security.changePassword, () => {
    throw new AppError('account.password-common', '');
  });
  await open('security');
  await says('+86138****8293');
  await press(button('修改密码'));
  await write('当前密码', 'the present one');
  await write('新密码', 'PassWord1');
  await write('确认密码', 'PassWord1');

  await press(lastButton('修改密码'));
  await says('这个密码太常见，很容易被猜到。请换一个。');

  expect(document.querySelector('.dialog-refused')).toBeNull();
});

it('keeps every choice of looks under the names it has always had [4.settings-kept] [9.presets]', async () => {
  await open('custom');
  await says('酱紫');

  await press(choice('酱紫'));
  await press(choice('暗黑模式'));
  await press(document.querySelector<HTMLElement>('[role="switch"]') ?? document.body);

  expect(localStorage.getItem('color')).toBe('#722ed1');
  expect(localStorage.getItem('nav_theme')).toBe('realDark');
  expect(localStorage.getItem('weak')).toBe('true');
  expect(colourPresets.map(({ seed }) => seed)).toEqual(presets);
});

it('makes a token with the ticked rights and shows it, this once', async () => {
  api.answer(tokens.createToken, {
    token: 'bb_a-token',
    created: {
      id: '0199aaaa-0000-7000-8000-00000000000a',
      kind: 'api',
      name: '库存同步',
      ending: 'oken',
      permissions: [{ permission: 'products', actions: ['query'] }],
      createdAt: now,
      expiresAt: null,
      lastUsedAt: null,
    },
  });
  await open('binding');
  await says('还没有令牌。');

  await press(button('新建令牌'));
  await press(lastButton('新建令牌'));
  await says('请至少勾选一项权限');
  await write('名称', '库存同步');
  await press(document.querySelector<HTMLElement>('[aria-label="商品：查询"]') ?? document.body);
  await press(lastButton('新建令牌'));
  await says('bb_a-token');

  expect(api.bodiesOf(tokens.createToken)).toEqual([
    { name: '库存同步', days: 90, permissions: [{ permission: 'products', actions: ['query'] }] },
  ]);
});

it('says at the code that it is wrong, and keeps the password', async () => {
  api.answer(security.turnOffTwoStep, () => {
    throw new AppError('auth.second-step-wrong', '');
  });
  shown = await showPage(api, <TwoStepOffDialog onClose={() => {}} />, '/', '/');
  await press(lastButton('关闭'));
  await says('请输入密码');
  await says('请输入验证码！');
  expect(api.bodiesOf(security.turnOffTwoStep)).toEqual([]);

  await write('您的密码', 'the present one');
  await write('动态码', '123456');
  await press(lastButton('关闭'));
  await says('动态码不正确或已使用。');

  expect(field('动态码').getAttribute('aria-invalid')).toBe('true');
  expect(field('您的密码').value).toBe('the present one');
  expect(api.bodiesOf(security.turnOffTwoStep)).toEqual([{ password: 'the present one', code: '123456' }]);
});

it('says what text messages are not safe against where a phone number is set, and names the safer way [asvs 6.6.1]', async () => {
  shown = await showPage(api, <AddressDialog channel="sms" first onClose={() => {}} />, '/', '/');

  await says('短信可能被他人截取');
  await says('使用身份验证器应用的两步验证更安全');
});

it('sends the code to the new address only when it is one, and changes the address with it', async () => {
  api.answer(security.sendAddressCode, { sent: true });
  api.answer(security.changeAddress, () => {
    throw new AppError('account.address-taken', '');
  });
  shown = await showPage(api, <AddressDialog channel="mail" onClose={() => {}} />, '/', '/');
  await write('新', 'nobody');
  await press(lastButton('获取验证码'));
  await settled(() => expect(field('新').getAttribute('aria-invalid')).toBe('true'));
  expect(api.bodiesOf(security.sendAddressCode)).toEqual([]);

  await write('新', ' lin@aster.example ');
  await press(lastButton('获取验证码'));
  await settled(() =>
    expect(api.bodiesOf(security.sendAddressCode)).toEqual([
      { channel: 'mail', address: 'lin@aster.example' },
    ]),
  );
  await write('验证码', '123456');
  await write('您的密码', 'the present one');
  await press(document.querySelector<HTMLElement>('[type="submit"]') ?? document.body);
  await says('已用于另一个账号');

  expect(api.bodiesOf(security.changeAddress)).toEqual([
    { channel: 'mail', address: 'lin@aster.example', code: '123456', password: 'the present one' },
  ]);
});

/** Returns the button in the dialog, not the one that opened it. */
function lastButton(name: string): HTMLButtonElement {
  const found = [...document.querySelectorAll('button')].filter((each) => each.textContent === name).at(-1);
  if (found === undefined) {
    throw new Error(`no button "${name}"`);
  }
  return found;
}

function choice(name: string): HTMLElement {
  const label = [...document.querySelectorAll('label')].find((each) => each.textContent === name);
  const input = label?.querySelector('input');
  if (!input) {
    throw new Error(`no choice "${name}"`);
  }
  return input;
}
