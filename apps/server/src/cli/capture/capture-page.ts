import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@bowerbird/contract/errors';
import { platforms } from '@bowerbird/platforms/all';
import { type Captured, fileOf } from '@bowerbird/platforms/capturing/capture';
import type { CapturedCase } from '@bowerbird/platforms/capturing/case';
import type { Seen } from '@bowerbird/platforms/collecting/collector';
import { readBody } from '@bowerbird/platforms/net/body';
import { connectionFailure, refusalOf } from '@bowerbird/platforms/net/failures';
import type { Platform } from '@bowerbird/platforms/platform';
import { readConfig } from '../../config/config.ts';
import { guardedFetch } from '../../fetch/guarded-fetch.ts';
import { realClock } from '../../time/clock.ts';
import { inform, WrongUse } from '../command.ts';
import { findPracticePort } from '../practice-port.ts';
import { sentenceOf } from '../run-text.ts';

const pageMax = 20_000_000;
const patienceMs = 60_000;

/** Reads the page from an address, or from a file that a browser saved. */
export async function pageOf(url: URL, file: string | undefined): Promise<Seen> {
  if (file !== undefined) {
    const body = await readFile(file, 'utf8').catch((thrown: NodeJS.ErrnoException) => {
      throw new WrongUse(`${file} cannot be read: ${thrown.code ?? thrown.message}`);
    });
    return { url, status: 200, headers: new Headers({ 'content-type': 'text/html' }), body };
  }
  const fetch = await openFetch();
  try {
    return await seenAt(url, fetch);
  } catch (thrown) {
    const failure = AppError.from(thrown);
    inform(`${sentenceOf(failure)} (${failure.code})`);
    throw new WrongUse(
      `The page was not fetched. Open it in your browser, save it as HTML, and capture that: capture --file saved.html ${url.href}`,
    );
  } finally {
    await fetch.close();
  }
}

/** Opens the guarded fetch of this installation; the caller must close it. */
export async function openFetch() {
  const config = readConfig(process.env);
  const simulatorPort = config.simulatorPort === 0 ? await findPracticePort(config) : config.simulatorPort;
  return guardedFetch({
    allowedPrivateHosts: config.allowedPrivateHosts,
    ...(simulatorPort !== null && { simulatorPort }),
  });
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

/** Returns the named platform, or the one for which the page shows most signs. Sends no further requests. */
export async function platformOf(seen: Seen, named: string | undefined): Promise<Platform> {
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

/** Writes a case into the folder of its platform, readable by its user only; returns its path. */
export async function keep(dataFolder: string, kept: CapturedCase): Promise<string> {
  const folder = join(dataFolder, 'captures', kept.platform);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, await fileOf(kept));
  await writeFile(path, `${JSON.stringify(kept, null, 1)}\n`, { mode: 0o600 });
  return path;
}

/** Explains in a sentence why a page was not captured. */
export function whyNot(captured: Exclude<Captured, { kind: 'captured' }>): string {
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
