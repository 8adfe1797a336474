import { hkdfSync } from 'node:crypto';
import { type Addresses, addressFor } from '../connecting/addresses.ts';
import { connect } from '../connecting/connect.ts';
import { type Logins, loginsNamed, makeLogins } from '../logins/logins.ts';
import { makeRoles } from '../logins/roles.ts';

/**
 * Derives both logins. The cluster is used only by us, so one pair of logins serves all its databases. Their passwords
 * are derived from the one stored beside the cluster.
 */
function loginsOf(ownerUrl: string): Logins {
  const { password } = new URL(ownerUrl);
  return loginsNamed('login', (name) =>
    Buffer.from(hkdfSync('sha256', password, '', `bowerbird database login ${name}`, 24)).toString('hex'),
  );
}

/**
 * Returns the addresses at which the program and its queue sign in to a database of an embedded cluster.
 * @param ownerUrl the same database for the owner of the cluster; see `Embedded.url`
 */
export function addressesOf(ownerUrl: string): Addresses {
  const { app, jobs } = loginsOf(ownerUrl);
  const addressOf = (login: { name: string; password: string }) =>
    addressFor(ownerUrl, { ...login, database: '' });
  return { app: addressOf(app), jobs: addressOf(jobs) };
}

/**
 * Creates the logins of a running cluster if they are missing, and corrects them if they differ from what they should
 * be.
 */
export async function prepareLogins(ownerUrl: string): Promise<Addresses> {
  const owner = await connect(ownerUrl, 'bowerbird start');
  try {
    await makeRoles(owner);
    return await makeLogins(owner, ownerUrl, loginsOf(ownerUrl));
  } finally {
    await owner.end();
  }
}
