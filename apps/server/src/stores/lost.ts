import type { AppError } from '@bowerbird/contract/errors';

/** Reports whether a failure means that access has ended, rather than that the store is temporarily unwell. */
export function isLost({ code }: AppError): boolean {
  return (
    code === 'store.access-denied' ||
    code === 'store.credentials-wrong' ||
    code === 'store.https-needed' ||
    code === 'store.app-not-installed' ||
    code === 'store.not-found' ||
    code === 'store.frozen'
  );
}
