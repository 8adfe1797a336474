import { AppError } from '@bowerbird/contract/errors';
import type { AccessWay, SourceCredentials } from '@bowerbird/platforms/collecting/collector';
import { v7 } from 'uuid';
import { asOwner, type OwnerDb } from '../db/database.ts';
import {
  accessPlace,
  contextFor,
  credentialsIn,
  freshCredentials,
  type OpenServices,
  renewRefused,
  shownOf,
  wayOf,
} from './open-access.ts';
import { changeSourceAccess, getSourceAccess, insertSourceAccess, type SourceAccessRow } from './queries.ts';

/** Milliseconds that a person waits for a check before it is aborted. */
const patienceMs = 45_000;

export interface AccessRequest {
  platform: string;
  connection: string;
  name: string;
  shop?: string | undefined;
  credentials: Record<string, string>;
}

/**
 * Tries credentials with one call and stores them sealed; wrong ones are rejected with the reason and not stored.
 * `record` runs together with the storing or not at all. Returns the id. Throws `source.too-many-connections`.
 */
export async function addAccess(
  services: OpenServices,
  ownerId: string,
  request: AccessRequest,
  record: (db: OwnerDb) => Promise<void>,
): Promise<string> {
  const way = wayOf(services, request.platform, request.connection);
  const credentials = Object.fromEntries(
    way.fields.flatMap(({ name, optional }) => {
      const value = request.credentials[name]?.trim() ?? '';
      if (value === '' && optional !== true) {
        throw new AppError('request.invalid', `${name} is missing`, {
          params: { field: name },
          issues: [{ path: ['credentials', name], code: 'too_small', message: '' }],
        });
      }
      return value === '' ? [] : [[name, value]];
    }),
  );
  const shop = way.ofOneShop ? shopIn(request.shop ?? '') : null;
  const access = { connection: way.id, credentials, shop: null };
  const { expiresAt, shop: root } = await tried(services, request.platform, access, shop);
  return await asOwner(services.db, ownerId, async (db) => {
    const id = v7();
    await insertSourceAccess(db, ownerId, {
      id,
      platform: request.platform,
      connection: way.id,
      name: request.name,
      shop: root,
      credentials: services.seal.close(JSON.stringify(credentials), accessPlace(ownerId, id)),
      shown: shownOf(way, credentials),
      expiresAt,
    });
    await record(db);
    return id;
  });
}

/**
 * Checks an entry again and stores the result with it. If the source cannot be reached now, nothing is concluded about
 * the entry.
 */
export async function checkAccess(services: OpenServices, ownerId: string, id: string): Promise<void> {
  const row = await asOwner(services.db, ownerId, (db) => getSourceAccess(db, ownerId, id));
  try {
    await triedAgain(services, row);
    await asOwner(services.db, ownerId, (db) =>
      changeSourceAccess(db, ownerId, id, { state: 'works', fault: null, checked: true }),
    );
  } catch (thrown) {
    const { code, params } = AppError.from(thrown);
    if (code === 'unexpected' || code === 'request.invalid') {
      throw thrown;
    }
    await asOwner(services.db, ownerId, (db) =>
      changeSourceAccess(db, ownerId, id, {
        ...(isRefusal(code) && { state: 'refused' as const }),
        fault: { code, params },
        checked: true,
      }),
    );
  }
}

/**
 * Reports whether a failure means that these credentials grant no access, rather than that the source has a temporary
 * problem.
 */
export function isRefusal(code: string): boolean {
  return code === 'source.credentials-wrong' || code === 'source.right-missing';
}

/** Tries once as is, and once renewed if refused. */
async function triedAgain(services: OpenServices, row: SourceAccessRow): Promise<void> {
  const signal = AbortSignal.timeout(patienceMs);
  const shop = row.shop === null ? null : new URL(row.shop);
  try {
    const access = await freshCredentials(services, row, signal).catch(() => credentialsIn(services, row));
    await tried(services, row.platform, access, shop);
  } catch (thrown) {
    const mayRepair = AppError.from(thrown).code === 'source.credentials-wrong';
    const renewed = mayRepair ? await renewRefused(services, row, signal) : null;
    if (renewed === null) {
      throw thrown;
    }
    await tried(services, row.platform, renewed, shop);
  }
}

async function tried(
  services: OpenServices,
  platform: string,
  access: SourceCredentials,
  shop: URL | null,
): ReturnType<AccessWay['check']> {
  const signal = AbortSignal.timeout(patienceMs);
  const way = wayOf(services, platform, access.connection);
  try {
    return await way.check(access, shop, contextFor(services, signal));
  } catch (thrown) {
    throw signal.aborted
      ? new AppError('source.timeout', `${platform}: the check took too long`, { params: { host: platform } })
      : thrown;
  }
}

/** Returns the shop whose address a person pasted. */
function shopIn(pasted: string): URL {
  const text = pasted.trim();
  const url = URL.parse(/^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `https://${text}`);
  const isShop =
    url !== null && /^https?:$/.test(url.protocol) && url.username === '' && /[.]/.test(url.hostname);
  if (!isShop) {
    throw new AppError('address.invalid', 'not the address of a shop', {
      params: { field: 'shop' },
      issues: [{ path: ['shop'], code: 'invalid', message: '' }],
    });
  }
  return url;
}
