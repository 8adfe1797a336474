import { expect, it } from 'vitest';
import { openLog } from './log.ts';

/** Returns the lines that a log writes while `work` runs. */
function linesOf(
  work: (log: ReturnType<typeof openLog>) => void,
  logLevel: 'trace' | 'warn' = 'trace',
): string[] {
  const written: string[] = [];
  work(openLog({ logLevel }, undefined, { write: (text) => void written.push(text) }));
  return written;
}

it('a line is one JSON object with its time in milliseconds since 1970 UTC, its level and its content [asvs 16.2.1] [asvs 16.2.2] [asvs 16.2.4]', () => {
  const before = Date.now();
  const [line = ''] = linesOf((log) => log.warn({ request: '0199', owner: 'ann' }, 'A run ended'));

  const { time, ...rest } = JSON.parse(line);
  expect(time).toBeGreaterThanOrEqual(before);
  expect(rest).toMatchObject({
    level: 40,
    request: '0199',
    owner: 'ann',
    msg: 'A run ended',
    pid: process.pid,
  });
  expect(line.endsWith('}\n')).toBe(true);
});

it.each(['\n', '\r\n', '\u2028', '\u001b[2J', '"}\n{"level":60,"msg":"forged"}', '%s%d%o%j'])(
  'a name with %j in it begins no second line and fills no gap of the first [asvs 16.4.1] [asvs 1.3.10]',
  (odd) => {
    const lines = linesOf((log) => {
      log.warn({ name: `shop${odd}x` }, 'A shop was named');
      log.warn(`shop${odd}x`);
    });

    expect(lines).toHaveLength(2);
    expect(lines.map((line) => line.slice(0, -1).includes('\n'))).toEqual([false, false]);
    expect(lines.map((line) => line.includes('\u001b'))).toEqual([false, false]);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ name: `shop${odd}x`, level: 40 });
    expect(JSON.parse(lines[1] ?? '')).toMatchObject({ msg: `shop${odd}x`, level: 40 });
  },
);

it('what is called a password, a token or credentials is never written [asvs 16.2.5]', () => {
  const secret = 'seed-4711';
  const lines = linesOf((log) => {
    log.error(
      { password: secret, user: { password: secret, token: secret, credentials: { key: secret } } },
      'one',
    );
    log.error(
      { request: { headers: { 'access-token': secret, authorization: secret, cookie: secret } } },
      'two',
    );
    log.error(
      { headers: { 'access-token': secret, authorization: secret, cookie: secret }, token: secret },
      'three',
    );
  });

  expect(lines.join('')).not.toContain(secret);
  expect(lines.join('')).toContain('[secret]');
});

it('below its level nothing is written, and debugging is off unless somebody asks [asvs 13.4.2]', () => {
  expect(linesOf((log) => log.debug({ a: 1 }, 'a detail'), 'warn')).toEqual([]);
});
