import { type CollectRun, getCollectRun, type WatchedField } from '@bowerbird/contract/collect/collect';
import { getCollected, queryCollected } from '@bowerbird/contract/collect/collected';
import { AppError } from '@bowerbird/contract/errors';
import { platforms } from '@bowerbird/platforms/all';
import { capture } from '@bowerbird/platforms/capturing/capture';
import type { Collector } from '@bowerbird/platforms/collecting/collector';
import { startVisit, type Visit } from '@bowerbird/platforms/net/http';
import { readConfig } from '../../config/config.ts';
import { realClock } from '../../time/clock.ts';
import { exitCodes, type Given, inform, say, WrongUse } from '../command.ts';
import { sentenceOf } from '../run-text.ts';
import { type Session, withSession } from '../session.ts';
import { keep, openFetch, whyNot } from './capture-page.ts';

/** Most pages processed in one run. */
const pagesMax = 200;
/** Failures of a reader on a page; any other failure is the source's, such as a page that is gone. */
const readersFailures = new Set([
  'source.page-not-understood',
  'source.not-json',
  'source.product-unreadable',
  'source.price-unreadable',
]);

/** A page that a run failed on. */
interface FailingPage {
  address: string;
  /** What the run reports about the page: an error's code, or `partial`. */
  code: string;
  fields: readonly WatchedField[];
  /** What the page did not tell, as the product names it, where no case can expect it. */
  others: readonly string[];
}

/** Outcome of one page: the path of its case, or why there is none. */
type Outcome = { address: string; code: string } & ({ path: string; lacking: string[] } | { why: string });

/**
 * Captures a case of each page that a collecting run could not read, at the speed and under the rules of collecting.
 * Names pages that no reader could have read (gone, refused, behind a check) and skips them. Returns the exit code.
 */
export async function captureRun(given: Given, runId: string): Promise<number> {
  const { run, pages } = await withSession(given, async (session) => {
    const found = await session.call(getCollectRun, { params: { id: runId } });
    return { run: found, pages: await failingPages(session, found, given.flag('partial')) };
  });
  const collector = platforms.get(run.platform)?.collector;
  if (collector?.readPage === undefined) {
    throw new WrongUse(`${run.platform} is not read by its pages.`);
  }
  const fetch = await openFetch();
  const signal = new AbortController().signal;
  const visit = startVisit({ fetch, signal, now: () => realClock.monotonic(), sleep: realClock.sleep });
  const outcomes: Outcome[] = [];
  try {
    for (const page of pages.slice(0, pagesMax)) {
      outcomes.push(await capturePage(run.platform, collector, page, visit));
    }
  } finally {
    await fetch.close();
  }
  print(outcomes, given.flag('json'));
  if (pages.length > pagesMax) {
    inform(`${pages.length - pagesMax} more pages were not looked at.`);
  }
  return outcomes.some((outcome) => 'path' in outcome) ? exitCodes.done : exitCodes.failed;
}

/** Returns what a run skipped, each address once; with `partial` also the products that it read in part. */
async function failingPages(
  session: Session,
  { run, certificate }: CollectRun,
  partial: boolean,
): Promise<FailingPage[]> {
  const skipped = (certificate?.skipped ?? []).map(({ address, code }) => ({
    address,
    code,
    fields: [],
    others: [],
  }));
  const pages = partial ? [...skipped, ...(await partialPages(session, run.id))] : skipped;
  return [...new Map(pages.map((page) => [page.address, page])).values()];
}

/**
 * Fields of a product, by the names under which a case expects them; a field that is missing here cannot be expected.
 */
const fieldNames: Record<string, WatchedField> = {
  descriptionHtml: 'description',
  images: 'images',
  vendor: 'vendor',
  tags: 'tags',
  options: 'options',
  currency: 'currency',
  categories: 'categories',
};

async function partialPages(session: Session, runId: string): Promise<FailingPage[]> {
  const pages: FailingPage[] = [];
  let cursor: string | null = null;
  do {
    const listed: { items: { id: string; url: string }[]; nextCursor: string | null } = await session.call(
      queryCollected,
      { body: { filter: { runId, state: 'all' }, ...(cursor !== null && { cursor }) } },
    );
    for (const { id, url } of listed.items) {
      const { product } = await session.call(getCollected, { params: { id } });
      const { unknown, fields: reported, never } = product.extra.page ?? {};
      // What a list or an API does not provide has no page to capture.
      if (typeof reported !== 'object' || reported === null || Object.keys(reported).length === 0) {
        continue;
      }
      const names = Array.isArray(unknown) ? unknown.map(String) : [];
      const wanted = names.filter((name) => !(Array.isArray(never) && never.includes(name)));
      const fields = wanted.flatMap((name) => fieldNames[name] ?? []);
      const others = wanted.filter((name) => !(name in fieldNames));
      if (wanted.length > 0) {
        pages.push({ address: url, code: 'partial', fields, others });
      }
    }
    cursor = pages.length < pagesMax ? listed.nextCursor : null;
  } while (cursor !== null);
  return pages;
}

async function capturePage(
  platform: string,
  collector: Collector,
  { address, code, fields, others }: FailingPage,
  visit: Visit,
): Promise<Outcome> {
  if (code === 'partial' && fields.length === 0) {
    return { address, code, why: `No case can expect what it lacks: ${others.join(', ')}.` };
  }
  if (code !== 'partial' && !readersFailures.has(code)) {
    return { address, code, why: 'The source did not give this page; no reader failed on it.' };
  }
  try {
    const { text: markup } = await visit.getText(new URL(address));
    const captured = capture(
      collector,
      { platform, url: new URL(address), markup, fields },
      { now: () => realClock.monotonic(), at: new Date().toISOString() },
    );
    if (captured.kind !== 'captured') {
      return { address, code, why: whyNot(captured) };
    }
    const path = await keep(readConfig(process.env).dataFolder, captured.case);
    return { address, code, path, lacking: captured.lacking };
  } catch (thrown) {
    const failure = AppError.from(thrown);
    if (failure.code === 'unexpected') {
      throw thrown;
    }
    return { address, code, why: sentenceOf(failure) };
  }
}

function print(outcomes: readonly Outcome[], json: boolean): void {
  if (json) {
    say(JSON.stringify(outcomes));
    return;
  }
  for (const outcome of outcomes) {
    if ('path' in outcome) {
      say(outcome.path);
      inform(`${outcome.address}: ${outcome.lacking.join('; ')}`);
    } else {
      inform(`${outcome.address}: ${outcome.code}. ${outcome.why}`);
    }
  }
  const kept = outcomes.filter((outcome) => 'path' in outcome).length;
  inform(`${kept} of ${outcomes.length} pages kept. Look through each before you share it.`);
}
