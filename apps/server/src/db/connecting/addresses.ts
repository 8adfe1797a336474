/**
 * Addresses at which the program and its job queue sign in: of one database, with passwords. Neither login owns a
 * table.
 */
export interface Addresses {
  app: string;
  jobs: string;
}

/**
 * Returns the address of the same database for another login. The login is in the parameters, which every form of
 * address has: a socket's address cannot have it before the host.
 * @param database the name to use if the address leaves it out: it would default to the user's name, which is now
 * another
 */
export function addressFor(
  url: string,
  { name, password, database }: { name: string; password: string; database: string },
): string {
  const address = new URL(url);
  address.username = '';
  address.password = '';
  address.searchParams.set('user', name);
  address.searchParams.set('password', password);
  if (address.pathname === '' || address.pathname === '/') {
    address.pathname = `/${encodeURIComponent(database)}`;
  }
  return address.href;
}

/**
 * Returns the address of the same login and database at another server: at a pooler in front of the database, or
 * directly at the database behind a pooler.
 * @param server gives the host, the port and all settings; its database is used if it names one
 */
export function addressVia(address: string, server: string): string {
  const { username, password, searchParams, pathname } = new URL(address);
  return addressFor(server, {
    name: searchParams.get('user') ?? decodeURIComponent(username),
    password: searchParams.get('password') ?? decodeURIComponent(password),
    database: decodeURIComponent(pathname.slice(1)),
  });
}

/**
 * Returns the same address and login, working as a role that the login is a member of. A pooler of transactions refuses
 * such an address.
 */
export function addressAs(url: string, role: string): string {
  const address = new URL(url);
  const given = address.searchParams.get('options');
  address.searchParams.set('options', `${given ? `${given} ` : ''}-c role=${role}`);
  return address.href;
}

/** Returns what pg-boss needs to connect; `migrate` has already created its schema. */
export function jobsConnection(url: string) {
  return { connectionString: url, schema: 'pgboss', createSchema: false };
}
