import { apiBase } from '@bowerbird/contract/route';
import pg from 'pg';
import { expect, it } from 'vitest';
import { testApp } from '../../../testing/api/app.ts';
import { testDatabase } from '../../../testing/database/database.ts';
import { openDatabase } from '../../db/database.ts';
import { databaseFailure } from '../../db/database-failure.ts';

const { db } = await testDatabase();

function failureOf(code: string): unknown {
  return Object.assign(new pg.DatabaseError('no such luck', 0, 'error'), { code });
}

it.each([
  ['57P01', 'database.unreachable'],
  ['57P03', 'database.unreachable'],
  ['08006', 'database.unreachable'],
  ['53100', 'database.disk-full'],
  ['53300', 'database.busy'],
  ['40P01', 'database.deadlock'],
])('names %s of PostgreSQL', (state, code) => {
  expect(databaseFailure(failureOf(state))).toMatchObject({ code, waitMs: 10_000 });
});

it('leaves what is wrong with a statement, or with anything else, as it is', () => {
  expect(databaseFailure(failureOf('42601'))).toBeNull();
  expect(databaseFailure(new Error('no such file'))).toBeNull();
  expect(databaseFailure('text')).toBeNull();
});

it('answers every caller that the database does not answer, and when to call again [asvs 16.5.2]', async () => {
  const gone = openDatabase('postgres://ann:hidden-word@127.0.0.1:1/x');
  const { app, services, accounts } = await testApp(db);
  services.db = gone.db;

  const answer = await app.inject({
    method: 'POST',
    url: `${apiBase}/auth/user-name-login`,
    payload: { username: accounts.merchant.username, password: accounts.merchant.password },
  });

  expect([answer.statusCode, answer.json().code]).toEqual([503, 'database.unreachable']);
  expect(answer.headers['retry-after']).toBe('10');
  expect(answer.body).not.toContain('hidden-word');
  await gone.close();
});
