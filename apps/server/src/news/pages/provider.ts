import { AppError, type Issue } from '@bowerbird/contract/errors';
import { type LinkName, linkNames, ownPages } from '@bowerbird/contract/system/console-settings';
import {
  isLinkAddress,
  neededLinks,
  type ProviderSettings,
  type SavedLinks,
} from '@bowerbird/contract/system/provider-settings';
import { operatorPages } from '@bowerbird/contract/system/public-pages';
import type { Services } from '../../services/services.ts';
import { findOperatorPage } from './operator-pages.ts';

type Parts = Pick<Services, 'db' | 'config'>;

export interface Provider {
  name: string;
  links: Partial<Record<LinkName, string>>;
}

/**
 * Returns who runs this installation and where its links lead: as saved, else from the environment, else our own pages.
 */
export async function findProvider({ db, config }: Parts): Promise<Provider> {
  const saved = await db.selectFrom('provider_settings').selectAll().executeTakeFirst();
  const defaults = defaultsOf(config);
  return {
    name: saved?.name ?? '',
    links: Object.fromEntries(
      linkNames.flatMap((name) => {
        const held = saved?.links[name];
        const address = held === undefined ? defaults[name] : held;
        return address === null ? [] : [[name, address]];
      }),
    ),
  };
}

/** Returns the same for the person who edits it, with the state of the operator's pages. */
export async function findProviderSettings({ db, config }: Parts): Promise<ProviderSettings> {
  const saved = await db.selectFrom('provider_settings').selectAll().executeTakeFirst();
  const pages = await Promise.all(operatorPages.map((name) => findOperatorPage(db, name)));
  return {
    name: saved?.name ?? '',
    links: saved?.links ?? {},
    defaults: defaultsOf(config),
    pages: pages.map(({ texts: _, ...page }) => page),
    revision: saved?.revision ?? 0,
  };
}

export interface GivenProvider {
  revision: number;
  name: string;
  links: SavedLinks;
}

/** Replaces the provider's name and links. */
export async function saveProviderSettings(
  { db }: Parts,
  { revision, name, links }: GivenProvider,
): Promise<void> {
  requireAddresses(links);
  const row = { name, links: JSON.stringify(links) };
  const saved =
    revision === 0
      ? await db
          .insertInto('provider_settings')
          .values(row)
          .onConflict((conflict) => conflict.doNothing())
          .returning('revision')
          .executeTakeFirst()
      : await db
          .updateTable('provider_settings')
          .set({ ...row, revision: revision + 1 })
          .where('revision', '=', revision)
          .returning('revision')
          .executeTakeFirst();
  if (!saved) {
    throw new AppError('workplace.changed-meanwhile', `not revision ${revision}`);
  }
}

function requireAddresses(links: SavedLinks): void {
  const wrong = linkNames.filter((name) => {
    const address = links[name] ?? null;
    return address !== null && !isLinkAddress(name, address);
  });
  if (wrong.length > 0) {
    throw new AppError('workplace.link-wrong', wrong.join(), { issues: wrong.map(issueOf) });
  }
  const hidden = neededLinks.filter((name) => links[name] === null);
  if (hidden.length > 0) {
    throw new AppError('workplace.link-needed', hidden.join(), { issues: hidden.map(issueOf) });
  }
}

function issueOf(name: LinkName): Issue {
  return { path: ['links', name], code: 'address', message: '' };
}

function defaultsOf({ links }: Parts['config']): Record<LinkName, string> {
  return { ...ownPages, ...links };
}
