import { describe, expect, it } from 'vitest';
import { codeOf, guessing, howMany } from '../../../testing/api/guessing.ts';
import { testDatabase } from '../../../testing/database/database.ts';

const { db } = await testDatabase();
const { app, other, login, wait, somebody, unknownClientsGuess } = await guessing(db);

describe('guesses of one account', () => {
  it('are counted before any password is looked at, however many come at once from one machine', async () => {
    const { username } = await somebody();

    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, at) =>
        login({ username, password: `guess ${at}` }, { ip: '198.51.100.1', at: at % 2 ? app : other }),
      ),
    );

    expect(howMany(answers, 'auth.wrong-credentials')).toBe(5);
    expect(howMany(answers, 'rate.too-many-tries')).toBe(7);
  });

  it('share one limit over all machines and both processes, by user name and by address, and are told how long to wait [asvs 6.3.1]', {
    tags: ['slow'],
  }, async () => {
    const { username, password } = await somebody();

    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, at) =>
        login(
          {
            ...(at % 3 ? { username } : { email: `${username}@EXAMPLE.test` }),
            password: `guess ${at}`,
          },
          { at: at % 2 ? app : other },
        ),
      ),
    );
    const late = await login({ username, password });
    wait(6000);
    const later = await login({ username, password });

    expect(howMany(answers, 'auth.wrong-credentials')).toBe(20);
    expect(howMany(answers, 'rate.too-many-tries')).toBe(10);
    expect(codeOf(late)).toBe('rate.too-many-tries');
    expect(Number(late.headers['retry-after'])).toBeLessThanOrEqual(5);
    expect(codeOf(later)).toBe('signed in');
  });

  it('wait longer each time, a quarter of an hour at most, and are forgotten with a right one', {
    tags: ['slow'],
  }, async () => {
    const { username, password } = await somebody();
    await unknownClientsGuess(username);
    const waits: number[] = [];
    for (let at = 0; at < 9; at += 1) {
      const closed = await login({ username, password: 'one more' });
      waits.push(Number(closed.headers['retry-after']));
      wait((waits.at(-1) ?? 0) * 1000 + 1000);
      await login({ username, password: 'one more' });
    }
    wait(900_000);

    expect(waits).toEqual([5, 10, 20, 40, 80, 160, 320, 640, 900]);
    expect(codeOf(await login({ username, password }))).toBe('signed in');
    await unknownClientsGuess(username, { count: 19 });
    expect(codeOf(await login({ username, password }))).toBe('signed in');
  });

  it('of a name that nobody has are bounded alike', async () => {
    await unknownClientsGuess('nobody-of-this-name', { count: 19 });

    const twentieth = await login({ username: 'Nobody-of-this-name', password: 'no' });
    const late = await login({ username: 'nobody-of-this-name ', password: 'no' });

    expect(codeOf(twentieth)).toBe('auth.wrong-credentials');
    expect(codeOf(late)).toBe('rate.too-many-tries');
  });

  it('leave nothing in the database that was typed', async () => {
    await login({ username: 'typed-a-secret-here', password: 'typed-a-password' });

    const rows = await db.selectFrom('sign_in_try').selectAll().execute();

    expect(rows.length).toBeGreaterThan(0);
    const spelt = rows.map(({ key }) => key.toString('utf8')).join();
    expect(spelt).not.toContain('typed-a-secret-here');
    expect(rows.every(({ key }) => key.length === 32)).toBe(true);
  });
});
