import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Returns what axe finds on the page once the page is idle, one line for each kind of violation. */
export async function faultsOfAccess(page: Page): Promise<string[]> {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  // Waits for colour transitions to end, so that a fading colour is not reported.
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getTiming().iterations !== Number.POSITIVE_INFINITY)
        .map(({ finished }) => finished.catch(() => undefined)),
    ),
  );
  // Runs in this page: otherwise axe opens a blank page each time to merge frames, and the console has no frames.
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .analyze();
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  );
}
