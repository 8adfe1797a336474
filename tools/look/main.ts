import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { callsAs, claimPracticeProducts, listPracticeProducts } from '../../apps/console/e2e/practice.ts';
import { startProduct } from '../../apps/console/e2e/product.ts';
import { guestScreens, type Screen, screensOf } from '../../apps/console/e2e/screens.ts';
import { ensureBrowser } from '../browser.mjs';
import { ensureConsole } from '../build.mjs';
import { contactSheet } from './contact-sheet.ts';
import { lookAt, matrix, type Taken } from './look-at.ts';

/**
 * Takes a screenshot of every screen, in every variant, and checks it with axe: `npm run look -- [screens...]`. The
 * screenshots and a page that shows them side by side are written to `.look/`, or to the folder that LOOK_FOLDER names;
 * problems are printed and give exit code 1.
 */
const root = join(import.meta.dirname, '../..');
const folder = process.env.LOOK_FOLDER ?? join(root, '.look');
const wanted = process.argv.slice(2);
const isWanted = ({ name }: Screen) => wanted.length === 0 || wanted.some((part) => name.includes(part));

const executablePath = ensureBrowser(console.log);
if (executablePath === undefined) {
  process.exit(1);
}
await ensureConsole(console.log);
mkdirSync(folder, { recursive: true });
const { product, stop } = await startProduct();
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
const taken: Taken[] = [];
try {
  await claimPracticeProducts(product);
  await listPracticeProducts(product);
  const people = [
    { who: 'guest', person: null, screens: [...guestScreens] },
    {
      who: 'merchant',
      person: product.merchant,
      screens: await screensOf(await callsAs(product, product.merchant)),
    },
    {
      who: 'administrator',
      person: product.administrator,
      screens: await screensOf(await callsAs(product, product.administrator)),
    },
  ];
  for (const { who, person, screens } of people) {
    const chosen = screens.filter(isWanted);
    for (const look of matrix) {
      taken.push(...(await lookAt({ browser, product, person, who, screens: chosen, look, folder })));
    }
    console.log(`${who}: ${chosen.length} screens in ${matrix.length} looks`);
  }
} finally {
  await browser.close();
  await stop();
}
writeFileSync(join(folder, 'index.html'), contactSheet(taken));
const wrong = taken.filter(({ faults }) => faults.length > 0);
for (const { file, faults } of wrong) {
  console.log(`${file}: ${faults.join('; ')}`);
}
console.log(`${taken.length} pictures in ${folder}, ${wrong.length} with something wrong.`);
process.exitCode = wrong.length === 0 ? 0 : 1;
