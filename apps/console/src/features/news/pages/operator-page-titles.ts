import type { OperatorPageName } from '@bowerbird/contract/system/public-pages';
import type { PlainTextKey } from '../../../lib/text/text.ts';

/** Titles of the operator's pages. */
export const pageTitles: Record<OperatorPageName, PlainTextKey> = {
  about: 'footer.about',
  contact: 'footer.contact',
  privacy: 'pages.privacy',
  terms: 'pages.terms',
};
