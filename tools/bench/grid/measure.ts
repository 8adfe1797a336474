import type { Page } from '@playwright/test';

/** Rows and columns of a pasted block. */
export const block = { rows: 500, columns: 3 } as const;
/** Milliseconds for which a grid is scrolled. */
const scrolledMs = 3000;

/** Where a grid has what is measured. */
export interface Places {
  /** A cell of the first row, in the first of the columns that are pasted into. */
  cell: string;
}

/**
 * Scrolls the largest scrolled element of the page by so many pixels a frame, there and back at its ends, and returns
 * the duration of each frame in milliseconds.
 */
export async function scrolledFrames(page: Page, pixels: number): Promise<number[]> {
  return await page.evaluate(
    ([step, ms]) =>
      new Promise<number[]>((resolve) => {
        const rangeOf = (element: Element) =>
          element.clientHeight > 200 && /auto|scroll/.test(getComputedStyle(element).overflowY)
            ? element.scrollHeight - element.clientHeight
            : 0;
        const scroller = [...document.querySelectorAll('*')].reduce((one, other) =>
          rangeOf(other) > rangeOf(one) ? other : one,
        );
        scroller.scrollTop = 0;
        const range = rangeOf(scroller);
        const frames: number[] = [];
        let way = step ?? 0;
        let begun: number | undefined;
        let last = 0;
        const next = (now: number) => {
          if (begun === undefined) {
            begun = now;
          } else {
            frames.push(now - last);
          }
          last = now;
          if (now - begun >= (ms ?? 0)) {
            scroller.scrollTop = 0;
            resolve(frames);
            return;
          }
          way = scroller.scrollTop + way < 0 || scroller.scrollTop + way > range ? -way : way;
          scroller.scrollTop += way;
          requestAnimationFrame(next);
        };
        requestAnimationFrame(next);
      }),
    [pixels, scrolledMs],
  );
}

/**
 * Clicks the cell and pastes a block of amounts that were not there before; returns the milliseconds until the row below
 * shows its amount and the frame is painted.
 */
export async function pasted(page: Page, { cell }: Places, turn: number): Promise<number> {
  const first = page.locator(cell).first();
  const box = await first.boundingBox();
  if (box === null) {
    throw new Error(`${cell} is not shown`);
  }
  // A second click on the same cell would edit it, in some grids.
  await page.mouse.click(box.x + box.width / 2, box.y + box.height * 4.5);
  await first.click();
  await page.waitForTimeout(1000);
  const amounts = Array.from({ length: block.rows }, (_, row) =>
    Array.from(
      { length: block.columns },
      (_each, column) => `${1000 + turn * 100 + column}.${10 + (row % 90)}`,
    ),
  );
  return await page.evaluate(
    ([text, wanted, x, y]) =>
      new Promise<number>((resolve, reject) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/plain', String(text));
        const shows = () => {
          const at = document.elementFromPoint(Number(x), Number(y));
          const field = at instanceof HTMLInputElement ? at : at?.querySelector('input');
          return field?.value ?? at?.textContent ?? '';
        };
        const begun = performance.now();
        const target = document.activeElement ?? document.body;
        target.dispatchEvent(
          new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true, composed: true }),
        );
        const look = () => {
          if (shows().trim() === wanted) {
            requestAnimationFrame(() => resolve(performance.now() - begun));
          } else if (performance.now() - begun > 5000) {
            reject(new Error(`the row below shows "${shows()}", not ${wanted}`));
          } else {
            requestAnimationFrame(look);
          }
        };
        requestAnimationFrame(look);
      }),
    [
      amounts.map((row) => row.join('\t')).join('\n'),
      amounts[1]?.[0] ?? '',
      box.x + box.width / 2,
      box.y + box.height * 1.5,
    ] as const,
  );
}

export function medianOf(numbers: readonly number[]): number {
  return numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}
