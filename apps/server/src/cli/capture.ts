import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type WatchedField, watchedFields } from '@bowerbird/contract/collect';
import { AppError } from '@bowerbird/contract/errors';
import { platforms } from '@bowerbird/platforms/all';
import { readBody } from '@bowerbird/platforms/body';
import { type Captured, capture as captureFrom, fileOf } from '@bowerbird/platforms/capturing/capture';
import type { CapturedCase } from '@bowerbird/platforms/capturing/case';
import type { Seen } from '@bowerbird/platforms/collecting/collector';
import { connectionFailure, refusalOf } from '@bowerbird/platforms/failures';
import type { Platform } from '@bowerbird/platforms/platform';
import { realClock } from '../clock.ts';
import { readConfig } from '../config.ts';
import { guardedFetch } from '../fetch/guarded-fetch.ts';
import { type Command, exitCodes, type Given, say, tell, WrongUse } from './command.ts';
import { findPracticePort } from './practice-port.ts';
import { sentenceOf } from './run-words.ts';

const pageMax = 20_000_000;
const patienceMs = 60_000;

export const capture: Command = {
  name: 'capture',
  summary: 'Makes a test case of a page that is read wrongly, without what is secret on it.',
  usage: `capture URL [--field F ...] [--price P] [--title T] [--platform P] [--file saved.html] [--json]

  --field F      what is missing: ${watchedFields.slice(2).join(', ')}
  --price P      the price as you see it, where another is read; --title T likewise
  --platform P   the platform, when it is not to be recognised
  --file PATH    the page as a browser saved it, where the source answers only to browsers

The case goes into the folder captures of the data folder. Tests hold the readers to every case there: it fails until
the reader is mended. Exit code: 0 captured, 1 not.`,
  options: {
    platform: { type: 'string' },
    file: { type: 'string' },
    field: { type: 'string', multiple: true },
    price: { type: 'string' },
    title: { type: 'string' },
  },

  run: async (given) => {
    const [address] = given.words;
    if (address === undefined || given.words.length > 1 || !URL.canParse(address)) {
      throw new WrongUse('Give one whole address: capture https://shop.example/products/mug --field price');
    }
    const asked = { fields: fieldsIn(given), values: valuesIn(given) };
    const { dataFolder } = readConfig(process.env);
    const seen = await pageOf(new URL(address), given.text('file'));
    const platform = await platformOf(seen, given.text('platform'));
    const { collector } = platform;
    if (collector?.readPage === undefined) {
      throw new WrongUse(`${platform.name} is not read by its pages.`);
    }
    const captured = captureFrom(
      collector,
      {
        platform: platform.id,
        url: seen.url,
        markup: seen.body,
        ...asked,
      },
      { now: () => realClock.monotonic(), at: new Date().toISOString() },
    );
    if (captured.kind !== 'captured') {
      tell(whyNot(captured));
      return exitCodes.failed;
    }
    const path = await keep(dataFolder, captured.case);
    if (given.flag('json')) {
      say(JSON.stringify({ path, platform: platform.id, lacking: captured.lacking }));
    } else {
      say(path);
      tell(`Read as ${platform.name}: ${captured.lacking.map(lackOf).join('; ')}.`);
      tell(
        `${kilobytes(seen.body)} of page, ${kilobytes(captured.case.markup)} kept. Look through it before you share it.`,
      );
    }
    return exitCodes.done;
  },
};

function fieldsIn(given: Given): WatchedField[] {
  return given.list('field').map((name) => {
    const field = watchedFields.find((each) => each === name);
    if (field === undefined) {
      throw new WrongUse(`--field takes one of ${watchedFields.join(', ')}, not ${name}`);
    }
    return field;
  });
}

function valuesIn(given: Given): CapturedCase['expect']['values'] {
  const [title, price] = [given.text('title'), given.text('price')];
  if (price !== undefined && !/^\d+(\.\d{1,4})?$/.test(price)) {
    throw new WrongUse(`--price takes a plain amount such as 19.90, not ${price}`);
  }
  return { ...(title !== undefined && { title }), ...(price !== undefined && { price }) };
}

/** The page at an address, or as a browser saved it. */
async function pageOf(url: URL, file: string | undefined): Promise<Seen> {
  if (file !== undefined) {
    const body = await readFile(file, 'utf8').catch((thrown: NodeJS.ErrnoException) => {
      throw new WrongUse(`${file} cannot be read: ${thrown.code ?? thrown.message}`);
    });
    return { url, status: 200, headers: new Headers({ 'content-type': 'text/html' }), body };
  }
  const config = readConfig(process.env);
  const simulatorPort = config.simulatorPort === 0 ? await findPracticePort(config) : config.simulatorPort;
  const fetch = guardedFetch({
    allowedPrivateHosts: config.allowedPrivateHosts,
    ...(simulatorPort !== null && { simulatorPort }),
  });
  try {
    return await seenAt(url, fetch);
  } catch (thrown) {
    const failure = AppError.from(thrown);
    tell(`${sentenceOf(failure)} (${failure.code})`);
    throw new WrongUse(
      `The page was not fetched. Open it in your browser, save it as HTML, and capture that: capture --file saved.html ${url.href}`,
    );
  } finally {
    await fetch.close();
  }
}

async function seenAt(url: URL, fetch: typeof globalThis.fetch): Promise<Seen> {
  let response: Response;
  try {
    response = await fetch(url, {
      signal: AbortSignal.timeout(patienceMs),
      headers: { accept: 'text/html,application/json;q=0.9,*/*;q=0.8' },
    });
  } catch (thrown) {
    throw connectionFailure(thrown, url, false);
  }
  const refusal = refusalOf(response, url);
  if (refusal !== null) {
    await response.body?.cancel();
    throw refusal;
  }
  const body = await readBody(response, pageMax);
  return { url: URL.parse(response.url) ?? url, status: response.status, headers: response.headers, body };
}

/** The platform that was named, or the one that the page shows most signs of. Nobody is asked anything more. */
async function platformOf(seen: Seen, named: string | undefined): Promise<Platform> {
  if (named !== undefined) {
    const platform = platforms.get(named);
    if (!platform) {
      throw new WrongUse(`--platform takes one of ${[...platforms.keys()].join(', ')}, not ${named}`);
    }
    return platform;
  }
  const context = {
    fetch: () => Promise.reject(new TypeError('nobody is asked')),
    signal: new AbortController().signal,
    now: () => realClock.monotonic(),
    sleep: () => Promise.resolve(),
  };
  const likely: { platform: Platform; confidence: number }[] = [];
  for (const platform of platforms.values()) {
    const recognised = await platform.collector?.recognise(seen, context).catch(() => null);
    const confidence = recognised?.confidence ?? 0;
    if (confidence > 0) {
      likely.push({ platform, confidence: platform.lastResort ? confidence / 1000 : confidence });
    }
  }
  const [best] = likely.sort((one, other) => other.confidence - one.confidence);
  if (!best) {
    throw new WrongUse('The page shows no signs of a platform. Name it with --platform.');
  }
  return best.platform;
}

async function keep(dataFolder: string, kept: CapturedCase): Promise<string> {
  const folder = join(dataFolder, 'captures', kept.platform);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, await fileOf(kept));
  await writeFile(path, `${JSON.stringify(kept, null, 1)}\n`, { mode: 0o600 });
  return path;
}

function whyNot(captured: Exclude<Captured, { kind: 'captured' }>): string {
  switch (captured.kind) {
    case 'nothing-fails': {
      const { title, price, currency } = captured.outcome;
      return `The reader finds all that is expected: ${title}, ${price} ${currency ?? ''}. Say what is missing with --field, or what is wrong with --price or --title.`;
    }
    case 'reads-secrets':
      return 'Without what is secret on it, the page is read in another way; it was not kept.';
    case 'too-large':
      return `Cut down, the page still has ${Math.round(captured.bytes / 1000)} kB; it was not kept.`;
  }
}

function lackOf(lack: string): string {
  return watchedFields.some((field) => field === lack) ? `${lack} is missing` : lack;
}

function kilobytes(text: string): string {
  return `${Math.max(1, Math.round(Buffer.byteLength(text) / 1000))} kB`;
}
