import { AppError } from '@bowerbird/contract/errors';
import type { AccessWay, SourceCredentials } from '@bowerbird/platforms/collecting/collector';
import type { PlatformContext } from '@bowerbird/platforms/context';
import { asOwner, type OwnerDb } from '../db/database.ts';
import type { SealedPlace } from '../seal/places.ts';
import type { Services } from '../services/services.ts';
import {
  beginRenewal,
  changeSourceAccess,
  endRenewal,
  getSourceAccess,
  type SourceAccessRow,
} from './queries.ts';

/** Remaining lifetime of a token, in milliseconds, at which it is renewed. */
const renewBeforeMs = 30 * 60_000;
/** Milliseconds after a renewal during which a refused token is not renewed again. */
const renewedLatelyMs = 10 * 60_000;
/** Seconds that a source may take to renew a token; a killed process blocks others no longer than this. */
const renewalSeconds = 60;
/** Milliseconds between looks while waiting for another process's renewal. */
const lookAgainMs = 250;

export type OpenServices = Pick<Services, 'db' | 'seal' | 'platforms' | 'fetch' | 'clock' | 'log'>;

/** Returns the access method of a platform; throws for an invalid request if it does not exist. */
export function wayOf({ platforms }: Pick<Services, 'platforms'>, platform: string, id: string): AccessWay {
  const way = platforms.get(platform)?.collector?.access?.find((each) => each.id === id);
  if (!way) {
    throw new AppError('request.invalid', `${platform} has no way in ${id}`, {
      issues: [{ path: ['connection'], code: 'unknown', message: '' }],
    });
  }
  return way;
}

/** Returns the context of a platform call that is made while a person waits. */
export function contextFor({ fetch, clock }: OpenServices, signal: AbortSignal): PlatformContext {
  return {
    fetch,
    signal,
    now: () => clock.monotonic(),
    sleep: (ms, within) => clock.sleep(ms, within),
  };
}

/** Returns the place where an entry's credentials are sealed. */
export function accessPlace(owner: string, id: string): SealedPlace {
  return { column: 'source_access.credentials', row: id, owner };
}

/** Returns the unsealed credentials of an entry. They are given to the platform's code and nowhere else. */
export function credentialsIn({ seal }: Pick<Services, 'seal'>, row: SourceAccessRow): SourceCredentials {
  return {
    connection: row.connection,
    credentials: JSON.parse(seal.open(row.credentials, accessPlace(row.owner_id, row.id))),
    shop: row.shop,
  };
}

/** Returns what may be shown of credentials: endings of long secrets, and the full value of what is no secret. */
export function shownOf(way: AccessWay, credentials: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    way.fields.flatMap(({ name, secret }) => {
      const value = credentials[name] ?? '';
      const shown = secret ? (value.length >= 12 ? value.slice(-4) : '') : value;
      return shown === '' ? [] : [[name, shown]];
    }),
  );
}

/** Returns credentials that stay valid for a while: renewed if they expire soon and can be renewed. */
export async function freshCredentials(
  services: OpenServices,
  row: SourceAccessRow,
  signal: AbortSignal,
): Promise<SourceCredentials> {
  const endsSoon =
    row.expires_at !== null && row.expires_at.getTime() - services.clock.wall() < renewBeforeMs;
  return (endsSoon ? await renew(services, row, signal) : null) ?? credentialsIn(services, row);
}

/** Returns new credentials in place of refused ones; null if they cannot be renewed, or were just renewed. */
export async function renewRefused(
  services: OpenServices,
  row: SourceAccessRow,
  signal: AbortSignal,
): Promise<SourceCredentials | null> {
  const lately =
    row.renewed_at !== null && services.clock.wall() - row.renewed_at.getTime() < renewedLatelyMs;
  if (lately) {
    return null;
  }
  try {
    return await renew(services, row, signal);
  } catch (thrown) {
    signal.throwIfAborted();
    services.log.info({ code: AppError.from(thrown).code, access: row.id }, 'Access was not renewed');
    return null;
  }
}

/** Renews one at a time for an entry: a token that another process has just renewed is used as it is. */
async function renew(
  services: OpenServices,
  known: SourceAccessRow,
  signal: AbortSignal,
): Promise<SourceCredentials | null> {
  const { owner_id: ownerId, id } = known;
  const way = wayOf(services, known.platform, known.connection);
  // An entry without a refresh token expires when its token does.
  if (way.renew === undefined || (credentialsIn(services, known).credentials.refreshToken ?? '') === '') {
    return null;
  }
  const owned = <T>(work: (db: OwnerDb) => Promise<T>) => asOwner(services.db, ownerId, work);
  for (;;) {
    const row = await owned((db) => beginRenewal(db, ownerId, id, renewalSeconds));
    if (row) {
      try {
        return await renewBy(services, known, row, signal);
      } finally {
        await owned((db) => endRenewal(db, ownerId, id));
      }
    }
    await services.clock.sleep(lookAgainMs, signal);
    // If the entry was removed in the meantime, this throws and nothing is renewed.
    await owned((db) => getSourceAccess(db, ownerId, id));
  }
}

async function renewBy(
  services: OpenServices,
  known: SourceAccessRow,
  row: SourceAccessRow,
  signal: AbortSignal,
): Promise<SourceCredentials | null> {
  const access = credentialsIn(services, row);
  const way = wayOf(services, row.platform, row.connection);
  if (row.renewed_at?.getTime() !== known.renewed_at?.getTime() || way.renew === undefined) {
    return access;
  }
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(renewalSeconds * 1000)]);
  const renewed = await way.renew(access, contextFor(services, inTime));
  const credentials = { ...access.credentials, ...renewed.credentials };
  await asOwner(services.db, row.owner_id, (db) =>
    changeSourceAccess(db, row.owner_id, row.id, {
      state: 'works',
      fault: null,
      renewed: {
        credentials: services.seal.close(JSON.stringify(credentials), accessPlace(row.owner_id, row.id)),
        shown: shownOf(way, credentials),
        expiresAt: renewed.expiresAt,
      },
    }),
  );
  return { ...access, credentials };
}
