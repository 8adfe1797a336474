import { mkdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { languages } from '@bowerbird/contract/account/account';
import { chromium } from '@playwright/test';
import { prepareProducts } from '../../apps/console/e2e/product.ts';
import { ensureBrowser } from '../browser.mjs';
import { ensureConsole } from '../build.mjs';
import { readConsoleTexts } from './console-texts.ts';
import { CannotEncode, requireFfmpeg } from './encode.ts';
import { films } from './films.ts';
import { renderFilm } from './render.ts';
import { fileOf, stateOf } from './stamp.ts';
import { lengthOf } from './timing.ts';

/**
 * Renders the tutorial films that are missing or out of date: `npm run tutorials [-- NAME...] [--language L] [--all]
 * [--check]`. A name is the beginning of a film's name. `--all` renders current ones again; `--check` renders nothing,
 * prints which are out of date, and exits with 1 if any is. They are written to `tutorials` in the data folder, where a
 * server finds them at its next start.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { language: { type: 'string' }, all: { type: 'boolean' }, check: { type: 'boolean' } },
});
const dataFolder = process.env.BOWERBIRD_DATA || join(import.meta.dirname, '../../.data');
const folder = join(resolve(dataFolder), 'tutorials');

const wanted = films
  .filter(({ name }) => positionals.length === 0 || positionals.some((each) => name.startsWith(each)))
  .flatMap((film) =>
    languages
      .filter((language) => values.language === undefined || language === values.language)
      .map((language) => ({ film, language, texts: readConsoleTexts(language) })),
  );
const due = wanted
  .map((each) => ({ ...each, state: stateOf(folder, each.film, each.language, each.texts) }))
  .filter(({ state }) => values.all === true || state !== 'current');

if (wanted.length === 0) {
  console.error(
    `No film is meant. Films: ${films.map(({ name }) => name).join(', ')}. Languages: ${languages.join(', ')}.`,
  );
  process.exitCode = 1;
} else if (values.check === true) {
  for (const { film, language, state } of due) {
    console.log(`${film.name} ${language}: ${state}`);
  }
  console.log(`${wanted.length - due.length} of ${wanted.length} films are current.`);
  process.exitCode = due.length === 0 ? 0 : 1;
} else {
  process.exitCode = await render();
}

/** Renders what is out of date, one after the other; returns the exit code. */
async function render(): Promise<number> {
  try {
    requireFfmpeg();
  } catch (thrown) {
    if (thrown instanceof CannotEncode) {
      console.error(thrown.message);
      return 1;
    }
    throw thrown;
  }
  const executablePath = ensureBrowser(console.log);
  if (executablePath === undefined) {
    return 1;
  }
  await ensureConsole(console.log);
  mkdirSync(folder, { recursive: true });
  const forget = await prepareProducts();
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    for (const { film, language, texts } of due) {
      await renderFilm({ browser, film, language, texts, folder });
      const file = fileOf(folder, film.name, language, 'mp4');
      const megabytes = (statSync(file).size / 1_000_000).toFixed(2);
      console.log(`${file}: ${lengthOf(film).toFixed(0)} s, ${megabytes} MB`);
    }
  } finally {
    await browser.close();
    forget();
  }
  console.log(`${due.length} films rendered, ${wanted.length - due.length} were current.`);
  return 0;
}
