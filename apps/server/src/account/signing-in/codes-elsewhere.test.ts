import { expect, it } from 'vitest';
import { testDatabase } from '../../../testing/database/database.ts';
import type { Message } from '../../messages/messages.ts';
import { sealWith } from '../../seal/seal.ts';
import { realClock } from '../../time/clock.ts';
import { sendCode, takeCode } from '../codes.ts';

const { db } = await testDatabase();
const sent: Message[] = [];
let ahead = 0;
const services = {
  db,
  clock: { ...realClock, wall: () => Date.now() + ahead },
  seal: sealWith(Buffer.alloc(32, 3)),
  messages: { send: async (message: Message) => void sent.push(message) },
};
const own = '203.0.113.1';

async function codeRequestedFrom(ip: string, address: string): Promise<string> {
  await sendCode(services, {
    purpose: 'recover',
    channel: 'mail',
    address,
    language: 'en-US',
    ownerId: null,
    ip,
  });
  ahead += 61_000;
  return sent.at(-1)?.values.code ?? '';
}
const other = (code: string, more = 1) => String((Number(code) + more) % 1_000_000).padStart(6, '0');
const took = (address: string, code: string, ip: string) =>
  takeCode(services, { purpose: 'recover', address, code, ip }).then(
    () => 'taken',
    (thrown: { code: string }) => thrown.code,
  );

it('does not use up a code that somebody else waits for: unknown visitors are refused, who asked gets in', async () => {
  const code = await codeRequestedFrom(own, 'lin@example.test');
  const guesses: string[] = [];
  for (let at = 1; at <= 12; at += 1) {
    guesses.push(await took('lin@example.test', other(code, at), `198.51.100.${at}`));
  }

  const elsewhere = await took('lin@example.test', code, '198.51.100.99');
  const mistyped = await took('lin@example.test', other(code), own);
  const right = await took('lin@example.test', code, own);

  expect(guesses).toEqual([...new Array(10).fill('code.wrong'), 'code.expired', 'code.expired']);
  expect(elsewhere).toBe('code.expired');
  expect(mistyped).toBe('code.wrong');
  expect(right).toBe('taken');
});

it('still bounds the machine that asked, also where many guesses come at once', async () => {
  const code = await codeRequestedFrom(own, 'wu@example.test');

  const guesses = await Promise.all(
    Array.from({ length: 20 }, (_, at) => took('wu@example.test', other(code, at + 1), own)),
  );

  expect(guesses.filter((each) => each === 'code.wrong')).toHaveLength(5);
  expect(await took('wu@example.test', code, own)).toBe('code.expired');
  // On another device the code still works: nobody has guessed there.
  expect(await took('wu@example.test', code, '198.51.100.1')).toBe('taken');
});

it('is not replaced by a code that another machine asks for, and either is good from the own one', async () => {
  const first = await codeRequestedFrom(own, 'zhao@example.test');
  await codeRequestedFrom('198.51.100.1', 'zhao@example.test');
  expect(await took('zhao@example.test', first, own)).toBe('taken');

  const mine = await codeRequestedFrom(own, 'qian@example.test');
  const theirs = await codeRequestedFrom('198.51.100.1', 'qian@example.test');
  expect(await took('qian@example.test', theirs, own)).toBe('taken');
  expect(await took('qian@example.test', mine, own)).toBe('code.expired');
});

it('makes room for another one after it was taken', async () => {
  expect(await took('sun@example.test', await codeRequestedFrom(own, 'sun@example.test'), own)).toBe('taken');

  expect(await took('sun@example.test', await codeRequestedFrom(own, 'sun@example.test'), own)).toBe('taken');
});
