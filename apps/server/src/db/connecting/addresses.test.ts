import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { addressAs, addressFor } from './addresses.ts';

const login = { name: 'bowerbird_app_x', password: 'a1b2', database: 'shop' };
/** Parses an address with the driver. */
const read = (url: string) => {
  const { host, port, user, password, database } = new pg.Client({ connectionString: url });
  return { host, port, user, password, database };
};
const at = { host: 'db.example', port: 6543, user: 'bowerbird_app_x', password: 'a1b2', database: 'tenant' };

describe('the address of a database for another login', () => {
  it.each([
    ['postgres://ann:s%40fe@db.example:6543/tenant', at],
    ['postgresql://ann@db.example:6543/tenant?sslmode=disable', at],
    ['postgres://db.example:6543/tenant?user=ann&password=safe', at],
    // Without a database name, the driver takes the user's name.
    ['postgres://ann:safe@db.example:6543', { ...at, database: 'shop' }],
    ['postgres://ann:safe@db.example:6543/', { ...at, database: 'shop' }],
    ['postgres:///tenant?host=/run/postgresql&port=6543', { ...at, host: '/run/postgresql' }],
    ['postgres://%2Frun%2Fpostgresql:6543/tenant', { ...at, host: '/run/postgresql' }],
    ['postgres://ann:safe@[::1]:6543/tenant', { ...at, host: '::1' }],
  ])('is made of %s', (url, expected) => {
    const made = addressFor(url, login);

    expect(read(made)).toEqual(expected);
    expect(made).not.toMatch(/ann|safe|s%40fe/);
  });

  it('keeps what else the address says, and adds a role to its options', () => {
    const made = addressFor('postgres://ann@db.example/tenant?options=endpoint%3Dx&sslmode=require', login);

    expect(new URL(addressAs(made, 'bowerbird_jobs')).searchParams.get('options')).toBe(
      'endpoint=x -c role=bowerbird_jobs',
    );
    expect(new URL(made).searchParams.get('sslmode')).toBe('require');
  });
});
