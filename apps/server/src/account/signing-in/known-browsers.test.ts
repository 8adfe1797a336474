import { apiBase } from '@bowerbird/contract/route';
import { describe, expect, it } from 'vitest';
import { browserOf, codeOf, guessing, howMany } from '../../../testing/api/guessing.ts';
import { testDatabase } from '../../../testing/database/database.ts';
import { endAccess } from '../passwords/end-access.ts';

const { db } = await testDatabase();
const { app, services, login, wait, somebody, guess, unknownClientsGuess } = await guessing(db);

describe('a browser that signed in before', () => {
  it('is known by a cookie that no script reads and that opens nothing', async () => {
    const person = await somebody();
    const answer = await login(person);
    const cookie = answer.cookies.find(({ name }) => name === 'Known-Browser');

    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: apiBase });
    expect(cookie?.maxAge).toBeGreaterThan(300 * 24 * 3600);
    expect(cookie?.secure).toBeUndefined();
    const headers = { 'access-token': cookie?.value ?? '', cookie: browserOf(answer) };
    expect((await app.inject({ url: `${apiBase}/user/get-user`, headers })).statusCode).toBe(401);
    const kept = await db.selectFrom('known_browser').select('token_hash').execute();
    expect(kept.some(({ token_hash }) => token_hash.toString('utf8').includes(cookie?.value ?? ''))).toBe(
      false,
    );
  });

  it('gets in while unknown visitors guess, also from the same machine [asvs 6.3.1]', async () => {
    const person = await somebody();
    const cookie = browserOf(await login(person));
    const machine = '198.51.100.20';
    await unknownClientsGuess(person.username, { count: 5, ip: machine });
    await unknownClientsGuess(person.username, { count: 15 });

    const unknownClient = await login(person);
    const own = await login(person, { cookie, ip: machine });

    expect(codeOf(unknownClient)).toBe('rate.too-many-tries');
    expect(codeOf(own)).toBe('signed in');
    // Guesses from unknown browsers stay counted.
    expect(codeOf(await login(person))).toBe('rate.too-many-tries');
  });

  it('has a bound of its own: who stole its cookie guesses five times', async () => {
    const person = await somebody();
    const cookie = browserOf(await login(person));

    const answers = await guess(person.username, 6, { cookie });

    expect(howMany(answers, 'auth.wrong-credentials')).toBe(5);
    expect(howMany(answers.slice(5), 'rate.too-many-tries')).toBe(1);
    expect(codeOf(await login(person))).toBe('signed in');
  });

  it('is unknown to every other account, and to its own once the password has changed', async () => {
    const ann = await somebody();
    const ben = await somebody();
    const cookie = browserOf(await login(ann));
    await unknownClientsGuess(ben.username);
    const elsewhere = await login(ben, { cookie });

    const user = db.selectFrom('user').select('id').where('username', '=', ann.username);
    const { id } = await user.executeTakeFirstOrThrow();
    await endAccess(db, id);
    await unknownClientsGuess(ann.username);
    const forgotten = await login(ann, { cookie });

    expect(codeOf(elsewhere)).toBe('rate.too-many-tries');
    expect(codeOf(forgotten)).toBe('rate.too-many-tries');
  });

  it('keeps its cookie for all who sign in there, and takes none that was made up', async () => {
    const ann = await somebody();
    const ben = await somebody();
    const cookie = browserOf(await login(ann));

    const second = browserOf(await login(ben, { cookie }));
    const madeUp = browserOf(await login(ben, { cookie: `Known-Browser=${'x'.repeat(43)}` }));

    expect(second).toBe(cookie);
    expect(madeUp).not.toContain('xxxx');
  });

  it('is one of twenty at most, the one longest not seen is forgotten first', async () => {
    const person = await somebody();
    const first = browserOf(await login(person));
    wait(1000);
    const second = browserOf(await login(person));
    const { id: user_id } = await db
      .selectFrom('user')
      .select('id')
      .where('username', '=', person.username)
      .executeTakeFirstOrThrow();
    const seen_at = new Date(services.clock.wall() + 1000);
    const others = Array.from({ length: 18 }, (_, at) => ({
      user_id,
      token_hash: Buffer.alloc(32, at),
      seen_at,
    }));
    await db.insertInto('known_browser').values(others).execute();
    wait(2000);
    await login(person);
    await unknownClientsGuess(person.username);

    expect(codeOf(await login(person, { cookie: first }))).toBe('rate.too-many-tries');
    expect(codeOf(await login(person, { cookie: second }))).toBe('signed in');
  });
});
