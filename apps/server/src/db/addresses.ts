/** Where the program signs in and where its job queue does: addresses of one database, with passwords. Neither login owns a table. */
export interface Addresses {
  app: string;
  jobs: string;
}

/**
 * The address of the same database for another login. It stands in the parameters, which every form of address has, as one of a socket
 * cannot carry it before the host.
 * @param database the name to use where the address leaves it out: that of the user, who is another now
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

/** The same address and login, working as a role that the login is a member of. A pooler of transactions refuses such an address. */
export function addressAs(url: string, role: string): string {
  const address = new URL(url);
  const given = address.searchParams.get('options');
  address.searchParams.set('options', `${given ? `${given} ` : ''}-c role=${role}`);
  return address.href;
}

/** What pg-boss needs to connect; it finds its schema made for it by `migrate`. */
export function jobsConnection(url: string) {
  return { connectionString: url, schema: 'pgboss', createSchema: false };
}
