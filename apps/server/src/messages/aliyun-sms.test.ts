import { afterAll, expect, it } from 'vitest';
import { aliyunStandIn } from '../../testing/network/aliyun-stand-in.ts';
import { realClock } from '../time/clock.ts';
import { signAliyun } from './aliyun-sign.ts';
import { aliyunSms } from './aliyun-sms.ts';
import type { Outgoing } from './carrier.ts';

const cloud = await aliyunStandIn('LTAI-of-ours', 'the secret');
afterAll(() => cloud.close());

function provider(more: { keyId?: string; keySecret?: string; endpoint?: string } = {}) {
  return aliyunSms(
    {
      keyId: 'LTAI-of-ours',
      keySecret: 'the secret',
      signName: '园丁鸟 (测试)*!',
      templates: new Map([['code', 'SMS_100']]),
      endpoint: cloud.url,
      ...more,
    },
    { fetch, clock: realClock },
  );
}

function message(to: string, template: Outgoing['template'] = 'code'): Outgoing {
  const written = { subject: '', text: '', html: '', line: '' };
  return { id: crypto.randomUUID(), to, template, values: { code: '012345' }, written };
}

it('signs as the published example of the signature has it', () => {
  const { headers, query } = signAliyun({
    host: 'ecs.cn-shanghai.aliyuncs.com',
    action: 'RunInstances',
    version: '2014-05-26',
    params: {
      RegionId: 'cn-shanghai',
      ImageId: 'win2019_1809_x64_dtc_zh-cn_40G_alibase_20230811.vhd',
    },
    keyId: 'YourAccessKeyId',
    keySecret: 'YourAccessKeySecret',
    date: '2023-10-26T10:22:32Z',
    nonce: '3156853299f313e23d1673dc12e1703d',
  });

  expect(query).toBe('ImageId=win2019_1809_x64_dtc_zh-cn_40G_alibase_20230811.vhd&RegionId=cn-shanghai');
  expect(headers.authorization).toMatch(
    /Signature=06563a9e1b43f5dfe96b81484da74bceab24a1d853912eee15083a6f0f3283c0$/,
  );
});

it('sends the approved template with the code, to numbers at home and abroad as each is written there', async () => {
  await provider().carry(message('+8613800000001'));
  await provider().carry(message('+5511987654321'));

  expect(cloud.accepted.map((each) => each.get('PhoneNumbers'))).toEqual(['13800000001', '5511987654321']);
  expect(Object.fromEntries(cloud.accepted[0] ?? [])).toMatchObject({
    SignName: '园丁鸟 (测试)*!',
    TemplateCode: 'SMS_100',
    TemplateParam: '{"code":"012345"}',
  });
});

it('is refused with a wrong key or secret, and says so without revealing either', async () => {
  const failures = await Promise.all(
    [provider({ keySecret: 'another' }), provider({ keyId: 'LTAI-unknown' })].map((each) =>
      each.carry(message('+8613800000002')).catch((thrown: unknown) => thrown),
    ),
  );

  expect(failures).toEqual([
    expect.objectContaining({
      code: 'message.provider-refused',
      params: { answer: 'SignatureDoesNotMatch' },
    }),
    expect.objectContaining({
      code: 'message.provider-refused',
      params: { answer: 'InvalidAccessKeyId.NotFound' },
    }),
  ]);
  expect(JSON.stringify(failures)).not.toMatch(/another|the secret/);
});

it.each([
  [400, 'Throttling.User', 'message.slow-down'],
  [200, 'isv.BUSINESS_LIMIT_CONTROL', 'message.slow-down'],
  [200, 'isp.SYSTEM_ERROR', 'message.slow-down'],
  [200, 'isv.MOBILE_NUMBER_ILLEGAL', 'message.recipient-refused'],
  [200, 'isv.AMOUNT_NOT_ENOUGH', 'message.provider-refused'],
])('knows what %i %s means', async (status, code, expected) => {
  cloud.refusals.push({ status, code });

  await expect(provider().carry(message('+8613800000003'))).rejects.toMatchObject({ code: expected });
});

it('waits for a provider that does not answer, and refuses what it has no template for', async () => {
  await expect(
    provider({ endpoint: 'http://127.0.0.1:9' }).carry(message('+8613800000004')),
  ).rejects.toMatchObject({ code: 'message.provider-unreachable' });
  await expect(provider().carry(message('+8613800000004', 'invitation'))).rejects.toMatchObject({
    code: 'message.no-template',
  });
});
