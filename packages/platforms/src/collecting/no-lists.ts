import { AppError } from '@bowerbird/contract/errors';

/** For shops that give no lists of products at all: their sitemap and pages are the only way, which is no refusal. */
export const noLists = new AppError('source.gone', 'shops of this kind have no lists of products');
