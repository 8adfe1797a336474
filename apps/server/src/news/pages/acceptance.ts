import { AppError } from '@bowerbird/contract/errors';
import { type LegalVersions, ownPages } from '@bowerbird/contract/system/console-settings';
import type { Services } from '../../services/services.ts';
import { findOperatorPage } from './operator-pages.ts';
import { findProvider } from './provider.ts';

type Parts = Pick<Services, 'db' | 'config'>;

/**
 * Returns what a person who signs up now accepts: the version of our page, or the address of the page that the link
 * leads to.
 */
export async function findLegalVersions(parts: Parts): Promise<LegalVersions> {
  const { links } = await findProvider(parts);
  const versionOf = async (name: keyof LegalVersions) => {
    const address = links[name] ?? ownPages[name];
    return address === ownPages[name] ? (await findOperatorPage(parts.db, name)).version : address;
  };
  return { privacy: await versionOf('privacy'), terms: await versionOf('terms') };
}

/**
 * Returns what was accepted. Throws `sign-up.not-accepted` if nothing was accepted, and `sign-up.texts-changed` if the
 * accepted texts are not the current ones.
 */
export async function requireAccepted(
  parts: Parts,
  accepted: LegalVersions | undefined,
): Promise<LegalVersions> {
  if (accepted === undefined) {
    throw new AppError('sign-up.not-accepted', 'a sign-up without accepted texts');
  }
  const present = await findLegalVersions(parts);
  if (accepted.privacy !== present.privacy || accepted.terms !== present.terms) {
    throw new AppError('sign-up.texts-changed', `now ${present.privacy}, ${present.terms}`);
  }
  return accepted;
}
