import { type Browser, chromium, type Page } from '@playwright/test';
import { type Product, startProduct } from '../../apps/console/e2e/product.ts';
import { openAs } from '../../apps/console/e2e/sign-in.ts';
import { ensureBrowser } from '../browser.mjs';
import { ensureConsole } from '../build.mjs';
import { block, medianOf, pasted, scrolledFrames } from './grid/measure.ts';
import { answerWithProducts } from './grid/ours.ts';
import { type Peer, servePeers } from './grid/peers.ts';
import type { BenchRow } from './row.ts';

const rounds = Number(process.env.GRID_ROUNDS ?? 3);
const pastes = 3;
const speeds = [120, 1500] as const;
/** A frame that takes longer is seen as a stutter, in milliseconds. */
const slowMs = 50;
/** One grid is opened, scrolled and pasted into within this time, or the measurement fails and says which it was. */
const longestMs = 120_000;

type Which = 'ours' | Peer;
const cells: Record<Which, string> = {
  ours: '[role="grid"] [data-row="0"] [data-column="4"]',
  revogrid: 'revogr-data .rgCell[data-rgrow="0"][data-rgcol="2"]',
  datasheet: '.dsg-container .dsg-row:nth-of-type(2) .dsg-cell:nth-of-type(4)',
};

interface Measured {
  /** By pixels a frame: the frames of each round. */
  frames: Map<number, number[][]>;
  pasteMs: number[];
}

/**
 * Measures the grid of 10,000 products in 20 columns against RevoGrid and react-datasheet-grid: the frames while it is
 * scrolled slowly and fast, and how long a pasted block takes to be seen. Ours runs within the console, with its checks
 * of every cell; the other two alone on an empty page, with plain texts. Rounds alternate.
 */
export async function benchGrid(): Promise<BenchRow[]> {
  const executablePath = ensureBrowser(console.error);
  if (executablePath === undefined) {
    throw new Error('without a browser there is nothing to measure');
  }
  await ensureConsole(console.error);
  const served = await servePeers();
  const { product, stop } = await startProduct();
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  const measured: Record<Which, Measured> = { ours: nothing(), revogrid: nothing(), datasheet: nothing() };
  try {
    for (let round = 0; round < rounds; round += 1) {
      await within(
        'ours',
        measure(measured.ours, round, 'ours', () => openOurs(browser, product)),
      );
      for (const peer of ['revogrid', 'datasheet'] as const) {
        await within(
          peer,
          measure(measured[peer], round, peer, () => openPeer(browser, served.addressOf(peer))),
        );
      }
      console.error(`round ${round + 1} of ${rounds}`);
    }
  } finally {
    await browser.close();
    await stop();
    served.stop();
  }
  return rowsOf(measured);
}

async function within(which: Which, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${which} took over ${longestMs} ms`)), longestMs);
  });
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

function nothing(): Measured {
  return { frames: new Map(speeds.map((speed) => [speed, []])), pasteMs: [] };
}

async function measure(
  into: Measured,
  round: number,
  which: Which,
  open: () => Promise<Page>,
): Promise<void> {
  const scrolling = await ready(which, open);
  for (const speed of speeds) {
    into.frames.get(speed)?.push(await scrolledFrames(scrolling, speed));
    await scrolling.waitForTimeout(500);
  }
  await scrolling.context().close();
  // A page of its own: not every grid shows its first rows again once it was scrolled that fast.
  const pasting = await ready(which, open);
  for (let turn = 0; turn < pastes; turn += 1) {
    into.pasteMs.push(await pasted(pasting, { cell: cells[which] }, round * pastes + turn));
  }
  await pasting.context().close();
}

async function ready(which: Which, open: () => Promise<Page>): Promise<Page> {
  const page = await open();
  page.setDefaultTimeout(30_000);
  await page.locator(cells[which]).first().waitFor();
  await page.waitForTimeout(1000);
  return page;
}

async function newPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ locale: 'en-US', viewport: { width: 1440, height: 900 } });
  return await context.newPage();
}

async function openOurs(browser: Browser, product: Product): Promise<Page> {
  const page = await newPage(browser);
  const allRead = await answerWithProducts(page);
  await openAs(page, product, product.merchant, '/products/grid');
  await allRead();
  return page;
}

async function openPeer(browser: Browser, address: string): Promise<Page> {
  const page = await newPage(browser);
  await page.goto(address);
  return page;
}

function rowsOf({ ours, revogrid, datasheet }: Record<Which, Measured>): BenchRow[] {
  return [
    ...speeds.flatMap((speed) => [
      framesRow(speed, ours, revogrid, 'RevoGrid', '0.5'),
      framesRow(speed, ours, datasheet, 'react-datasheet-grid', 'no more slow frames'),
    ]),
    ...(['revogrid', 'datasheet'] as const).map((peer) =>
      pasteRow(ours, peer === 'revogrid' ? revogrid : datasheet, peer),
    ),
  ];
}

/** Compares the median frame: a share of slow frames is mostly none for both. */
function framesRow(speed: number, ours: Measured, other: Measured, name: string, aim: string): BenchRow {
  const [mine, theirs] = [ours, other].map(({ frames }) => {
    const all = (frames.get(speed) ?? []).flat();
    const slow = all.filter((ms) => ms > slowMs).length;
    const median = medianOf(all);
    // A share, not a number: a grid whose every frame is slow has few of them.
    const share = all.length === 0 ? 0 : Math.round((slow / all.length) * 100);
    return {
      median,
      stated: `${median.toFixed(1)} ms, ${share} % of ${all.length} frames over ${slowMs} ms`,
    };
  });
  return {
    what: `median frame while scrolling ${speed} pixels a frame, ${rounds} rounds of 3 s`,
    ours: mine?.stated ?? '',
    floor: `${theirs?.stated ?? ''} (${name})`,
    ratio: (theirs?.median ?? 0) / (mine?.median ?? 0),
    aim,
  };
}

function pasteRow(ours: Measured, other: Measured, peer: Peer): BenchRow {
  const stated = (ms: number[]) =>
    `${medianOf(ms).toFixed(0)} ms (${ms.map((each) => each.toFixed(0)).join(', ')})`;
  return {
    what: `paste of ${block.rows} x ${block.columns} cells until it is seen, median`,
    ours: stated(ours.pasteMs),
    floor: `${stated(other.pasteMs)} (${peer === 'revogrid' ? 'RevoGrid' : 'react-datasheet-grid'})`,
    ratio: medianOf(other.pasteMs) / medianOf(ours.pasteMs),
    aim: peer === 'revogrid' ? '0.5' : '-',
  };
}
