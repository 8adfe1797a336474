import type { AppError } from '@bowerbird/contract/errors';
import type { SourceCredentials } from '@bowerbird/platforms/collecting/collector';
import { asOwner } from '../db/database.ts';
import { noteNotice } from '../notifications/notify.ts';
import { credentialsIn, freshCredentials, type OpenServices, renewRefused } from './open-access.ts';
import { changeSourceAccess, findUsableAccess, getSourceAccess, type SourceAccessRow } from './queries.ts';

/** The access that a run uses. */
export interface RunAccess {
  id: string;
  credentials: SourceCredentials;
}

/**
 * Returns the merchant's own access for these addresses, renewed in time: of one shop if all of them belong to that
 * shop, else of the platform. Null: none.
 */
export async function accessForRun(
  services: OpenServices,
  ownerId: string,
  { platform, addresses }: { platform: string; addresses: readonly string[] },
  signal: AbortSignal,
): Promise<RunAccess | null> {
  const ways = new Set(services.platforms.get(platform)?.collector?.access?.map(({ id }) => id) ?? []);
  if (ways.size === 0) {
    return null;
  }
  const row = await asOwner(services.db, ownerId, async (db) => {
    const usable = (await findUsableAccess(db, ownerId, platform)).filter((each) =>
      ways.has(each.connection),
    );
    // Of a host's shops, the one in the folder is preferred to the one at the root.
    const [chosen] = usable
      .filter((each) => opens(each, addresses))
      .sort((one, other) => (other.shop?.length ?? 0) - (one.shop?.length ?? 0));
    if (chosen) {
      await changeSourceAccess(db, ownerId, chosen.id, { used: true });
    }
    return chosen;
  });
  if (!row) {
    return null;
  }
  try {
    // Credentials that cannot be renewed now may still be valid; the source decides.
    const credentials = await freshCredentials(services, row, signal).catch(() => {
      signal.throwIfAborted();
      return credentialsIn(services, row);
    });
    return { id: row.id, credentials };
  } catch (thrown) {
    signal.throwIfAborted();
    // Sealed with a key of another installation.
    services.log.error({ access: row.id, error: String(thrown) }, 'Access cannot be opened');
    return null;
  }
}

/**
 * Reports whether refused credentials could be renewed, so that the run may continue; if not, marks them as refused and
 * notifies people.
 */
export async function renewOrRefuse(
  services: OpenServices,
  ownerId: string,
  { id, credentials: used }: RunAccess,
  failure: AppError,
  signal: AbortSignal,
): Promise<boolean> {
  const row = await asOwner(services.db, ownerId, (db) => getSourceAccess(db, ownerId, id)).catch(() => null);
  if (row === null) {
    // Another person removed it in the meantime: the run continues without it.
    return true;
  }
  if (!sameCredentials(credentialsIn(services, row), used)) {
    // Renewed by another run, or entered again.
    return true;
  }
  const mayRepair = failure.code === 'source.credentials-wrong';
  if (mayRepair && (await renewRefused(services, row, signal)) !== null) {
    return true;
  }
  const { code, params } = failure;
  await asOwner(services.db, ownerId, async (db) => {
    await changeSourceAccess(db, ownerId, id, { state: 'refused', fault: { code, params }, checked: true });
    await noteNotice(db, {
      ownerId,
      event: 'source-access-refused',
      subject: id,
      params: { name: row.name, platform: services.platforms.get(row.platform)?.name ?? row.platform },
      link: '/account/settings/binding',
    });
  });
  return false;
}

function sameCredentials(one: SourceCredentials, other: SourceCredentials): boolean {
  const names = new Set([...Object.keys(one.credentials), ...Object.keys(other.credentials)]);
  return [...names].every((name) => one.credentials[name] === other.credentials[name]);
}

function opens({ shop }: SourceAccessRow, addresses: readonly string[]): boolean {
  return shop === null || addresses.every((address) => placeOf(address).startsWith(placeOf(shop)));
}

/** Returns the host and path of an address, ended so that one folder's name is not the prefix of another's. */
function placeOf(address: string): string {
  const { host, pathname } = new URL(address);
  return `${host.replace(/^www\./, '')}${pathname}`.replace(/\/?$/, '/');
}
