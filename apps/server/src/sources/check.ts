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

/** How long a person waits for a check before it is called off. */
const patienceMs = 45_000;

export interface AccessAsk {
  platform: string;
  connection: string;
  name: string;
  shop?: string | undefined;
  credentials: Record<string, string>;
}

/** Tries credentials with one call and keeps them sealed; wrong ones are refused by name and not kept. `record` is done with the keeping or not at all. Answers the id. */
export async function addAccess(
  services: OpenServices,
  ownerId: string,
  ask: AccessAsk,
  record: (db: OwnerDb) => Promise<void>,
): Promise<string> {
  const way = wayOf(services, ask.platform, ask.connection);
  const credentials = Object.fromEntries(
    way.fields.flatMap(({ name, optional }) => {
      const value = ask.credentials[name]?.trim() ?? '';
      if (value === '' && optional !== true) {
        throw new AppError('request.invalid', `${name} is missing`, {
          params: { field: name },
          issues: [{ path: ['credentials', name], code: 'too_small', message: '' }],
        });
      }
      return value === '' ? [] : [[name, value]];
    }),
  );
  const shop = way.ofOneShop ? shopIn(ask.shop ?? '') : null;
  const access = { connection: way.id, credentials, shop: null };
  const { expiresAt, shop: root } = await tried(services, ask.platform, access, shop);
  return await asOwner(services.db, ownerId, async (db) => {
    const id = v7();
    await insertSourceAccess(db, ownerId, {
      id,
      platform: ask.platform,
      connection: way.id,
      name: ask.name,
      shop: root,
      credentials: services.seal.close(JSON.stringify(credentials), accessPlace(ownerId, id)),
      shown: shownOf(way, credentials),
      expiresAt,
    });
    await record(db);
    return id;
  });
}

/** Tries an entry anew; what comes out stands with it. A source that cannot be asked now says nothing of the entry. */
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

/** Whether a failure says that these credentials open nothing, rather than that the source is unwell for a while. */
export function isRefusal(code: string): boolean {
  return code === 'source.credentials-wrong' || code === 'source.right-missing';
}

/** Once as it is, and once renewed where it is refused. */
async function triedAgain(services: OpenServices, row: SourceAccessRow): Promise<void> {
  const signal = AbortSignal.timeout(patienceMs);
  const shop = row.shop === null ? null : new URL(row.shop);
  try {
    const access = await freshCredentials(services, row, signal).catch(() => credentialsIn(services, row));
    await tried(services, row.platform, access, shop);
  } catch (thrown) {
    const mayMend = AppError.from(thrown).code === 'source.credentials-wrong';
    const renewed = mayMend ? await renewRefused(services, row, signal) : null;
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

/** The shop that a person pasted the address of. */
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
