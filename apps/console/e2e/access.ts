import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** What axe finds on the page once it stands still, one line for each kind. */
export async function faultsOfAccess(page: Page): Promise<string[]> {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  // A colour that is still fading in is nobody's fault.
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getTiming().iterations !== Number.POSITIVE_INFINITY)
        .map(({ finished }) => finished.catch(() => undefined)),
    ),
  );
  // All in this page: else a blank one is opened each time to add up frames, which the console has none of.
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .analyze();
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  );
}
