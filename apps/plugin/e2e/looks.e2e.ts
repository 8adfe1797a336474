import AxeBuilder from '@axe-core/playwright';
import { languages } from '@bowerbird/contract/account/account';
import { expect, test } from '@playwright/test';
import { collectedLamp } from '../src/testing/products.ts';
import { popupTextIn } from '../src/texts/popup.ts';
import { refusal, standInConsole } from './console-stand-in.ts';
import { browserWith } from './plugin.ts';

for (const language of languages) {
  test(`the popup speaks ${language}, fits its width and is clean for everybody, light and dark`, async () => {
    const console_ = await standInConsole();
    const browser = await browserWith({ console: console_.origin, locale: language });
    try {
      const { text } = popupTextIn(language);
      const popup = await browser.popup();
      await expect(popup.locator('html')).toHaveAttribute('lang', language);
      await expect(popup.getByRole('heading', { name: text('pairHead') })).toBeVisible();
      const clean = async () => {
        for (const colorScheme of ['light', 'dark'] as const) {
          await popup.emulateMedia({ colorScheme });
          const { violations } = await new AxeBuilder({ page: popup }).analyze();
          expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
          expect(await popup.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
        }
      };
      await clean();

      await browser.call({ type: 'pair', console: console_.origin, code: 'ABCD2345' });
      console_.answer('/plugin/collect', () => refusal(422, 'quota.exceeded'));
      await browser.call(collectedLamp(1));
      console_.answer('/plugin/collect', () => refusal(503, 'server.stopping'));
      await browser.call(collectedLamp(2));
      await browser.call({
        type: 'batch',
        platform: 'unknown',
        urls: ['https://a-shop-with-a-name.example/p/1'],
      });

      await expect(popup.getByText(text('rejected', { count: 1 }))).toBeVisible();
      await expect(popup.getByText(text('waiting', { count: 1 }))).toBeVisible();
      await expect(popup.getByText(text('batchBlocked'))).toBeVisible();
      await clean();
    } finally {
      await browser.close();
      await console_.close();
    }
  });
}

test('the popup is walked by the keyboard alone, and the keyboard stays where it was when something changes', async () => {
  const console_ = await standInConsole();
  const browser = await browserWith({ console: console_.origin });
  try {
    await browser.call({ type: 'pair', console: console_.origin, code: 'ABCD2345' });
    console_.answer('/plugin/collect', () => refusal(503, 'server.stopping'));
    await browser.call(collectedLamp(1));
    const popup = await browser.popup();
    const send = popup.getByRole('button', { name: '立即发送' });
    await send.focus();
    await popup.keyboard.press('Enter');
    await expect(popup.locator('main')).toHaveAttribute('aria-busy', 'false');

    await expect(send).toBeFocused();
  } finally {
    await browser.close();
    await console_.close();
  }
});
