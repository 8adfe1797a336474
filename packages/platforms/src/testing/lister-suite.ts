import { AppError } from '@bowerbird/contract/errors';
import { describe, expect, it } from 'vitest';
import { type Case, listerBench } from './lister/bench.ts';
import { testCreating } from './lister/creating.ts';
import { testGate } from './lister/gate.ts';
import { testLooking } from './lister/looking.ts';
import { testUpdating } from './lister/updating.ts';
import { testVisibility } from './lister/visibility.ts';

/** Tests what every lister promises. A new platform is done when this passes. */
export function describeLister(given: Case): void {
  describe(`${given.name} lister`, () => {
    const bench = listerBench(given);
    testCreating(bench);
    testGate(bench);
    testLooking(bench);
    testUpdating(bench);
    testVisibility(bench);

    it('never shows a secret in an error', async () => {
      const { lister, open } = bench;
      const { shop, access, context } = await open();
      const secrets = { ...access, credentials: { token: 'very-secret-token-0123456789' } };
      shop.trouble({ kind: 'token-revoked' });

      const failure = await lister.connector.identify(secrets, context).catch(AppError.from);

      expect(failure).toBeInstanceOf(AppError);
      expect(JSON.stringify(failure) + String(failure)).not.toContain('very-secret-token');
    });
  });
}
