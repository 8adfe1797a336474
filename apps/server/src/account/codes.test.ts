import { describe, expect, it } from 'vitest';
import { testDatabase } from '../../testing/database/database.ts';
import type { Message } from '../messages/messages.ts';
import { sealWith } from '../seal/seal.ts';
import type { Clock } from '../time/clock.ts';
import { realClock } from '../time/clock.ts';
import { type CodeRequest, checkCode, sendCode, takeCode } from './codes.ts';

const { db } = await testDatabase();
const sent: Message[] = [];
let ahead = 0;
const clock: Clock = { ...realClock, wall: () => Date.now() + ahead };
const services = {
  db,
  clock,
  seal: sealWith(Buffer.alloc(32, 3)),
  messages: { send: async (message: Message) => void sent.push(message) },
};
const minutes = (count: number) => {
  ahead += count * 60_000;
};

async function codeFor(address: string, more: Partial<CodeRequest> = {}): Promise<string> {
  const before = sent.length;
  await sendCode(services, {
    purpose: 'recover',
    channel: 'mail',
    address,
    language: 'en-US',
    ownerId: null,
    ...more,
  });
  return sent.length > before ? (sent.at(-1)?.values.code ?? '') : '';
}
const other = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
const take = (address: string, code: string) => takeCode(services, { purpose: 'recover', address, code });

describe('a code', () => {
  it('is six digits, taken once and for its own purpose and address only [asvs 6.5.1] [asvs 6.5.4] [asvs 6.6.2]', async () => {
    const code = await codeFor('Lin@Example.test ');

    expect(code).toMatch(/^\d{6}$/);
    expect(sent.at(-1)).toMatchObject({ to: 'Lin@Example.test', template: 'code' });
    await expect(take('wu@example.test', code)).rejects.toMatchObject({ code: 'code.wrong' });
    await expect(
      takeCode(services, { purpose: 'sign-in', address: 'lin@example.test', code }),
    ).rejects.toMatchObject({ code: 'code.wrong' });
    await take('lin@example.TEST', ` ${code}`);
    await expect(take('lin@example.test', code)).rejects.toMatchObject({ code: 'code.expired' });
  });

  it('is taken by one of two that come at once', async () => {
    const code = await codeFor('twice@example.test');

    const came = await Promise.allSettled([
      take('twice@example.test', code),
      take('twice@example.test', code),
    ]);

    expect(came.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('may be checked before it is taken', async () => {
    const code = await codeFor('checked@example.test');

    await checkCode(services, { purpose: 'recover', address: 'checked@example.test', code });

    await take('checked@example.test', code);
  });

  it('is over after ten minutes', async () => {
    const late = await codeFor('late@example.test');
    minutes(10);

    await expect(take('late@example.test', late)).rejects.toMatchObject({ code: 'code.expired' });
  });

  it('is over after five wrong tries, also for who then has it right [asvs 6.6.3]', async () => {
    const code = await codeFor('guessed@example.test');
    for (let tries = 0; tries < 5; tries += 1) {
      await expect(take('guessed@example.test', other(code))).rejects.toMatchObject({ code: 'code.wrong' });
    }

    await expect(take('guessed@example.test', code)).rejects.toMatchObject({ code: 'code.expired' });
  });

  it('is replaced by a newer one', async () => {
    const first = await codeFor('again@example.test');
    minutes(1.1);
    const second = await codeFor('again@example.test');

    if (first !== second) {
      await expect(take('again@example.test', first)).rejects.toMatchObject({ code: 'code.wrong' });
    }
    await take('again@example.test', second);
  });

  it('is kept so that whoever reads the database cannot find it by trying all', async () => {
    const code = await codeFor('kept@example.test');

    const rows = await db.selectFrom('verification_code').selectAll().execute();

    const hashes = rows.map(({ code_hash }) => code_hash?.toString('hex'));
    const withoutKey = sealWith(Buffer.alloc(32)).fingerprint(
      JSON.stringify(['code', 'recover', 'kept@example.test', code]),
    );
    expect(hashes).not.toContain(withoutKey.toString('hex'));
    expect(JSON.stringify(rows)).not.toContain(`"${code}"`);
  });
});

describe('asking for codes', () => {
  it('is answered once a minute for an address, and says how long to wait', async () => {
    await codeFor('soon@example.test');
    minutes(0.5);

    await expect(codeFor('SOON@example.test', { purpose: 'sign-in' })).rejects.toMatchObject({
      code: 'code.too-often',
      params: { seconds: expect.any(Number) },
    });
    minutes(0.6);
    expect(await codeFor('soon@example.test')).not.toBe('');
  });

  it('of two at one moment sends one', async () => {
    const came = await Promise.allSettled([codeFor('both@example.test'), codeFor('both@example.test')]);

    expect(came.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('is bounded within an hour for an address and for a machine that asks', async () => {
    for (let count = 0; count < 6; count += 1) {
      await codeFor('many@example.test');
      minutes(1.1);
    }
    await expect(codeFor('many@example.test')).rejects.toMatchObject({ code: 'rate.too-many-tries' });

    for (let count = 0; count < 30; count += 1) {
      await codeFor(`each-${count}@example.test`, { ip: '203.0.113.9' });
    }
    await expect(codeFor('one-more@example.test', { ip: '203.0.113.9' })).rejects.toMatchObject({
      code: 'rate.too-many-tries',
    });
    expect(await codeFor('one-more@example.test', { ip: '203.0.113.10' })).not.toBe('');

    for (let count = 0; count < 30; count += 1) {
      await codeFor(`six-${count}@example.test`, { ip: `2001:db8::${count}` });
    }
    await expect(codeFor('seven@example.test', { ip: '2001:db8::ffff' })).rejects.toMatchObject({
      code: 'rate.too-many-tries',
    });
  });

  it('looks the same for an address that nobody has, but nothing goes out and nothing fits', async () => {
    expect(await codeFor('nobody@example.test', { toNobody: true })).toBe('');

    await expect(codeFor('nobody@example.test', { toNobody: true })).rejects.toMatchObject({
      code: 'code.too-often',
    });
    await expect(take('nobody@example.test', '000000')).rejects.toMatchObject({ code: 'code.wrong' });
  });
});
