// Generated from the texts by `npm run texts`.

/** A value that is shown as it is. A number is grouped as in the language. */
type Shown = string | number;

/** The values that each text contains; a text that is missing here contains none. */
export interface PageValuesByKey {
  batchEnded: { done: Shown; total: Shown };
  batchFailed: { count: number };
  batchPaused: { done: Shown; total: Shown };
  batchRunning: { done: Shown; total: Shown };
  choose: { title: Shown };
  collectCount: { count: Shown };
  found: { count: number };
  selectAll: { count: Shown };
  selected: { count: number };
}

/** The values that each text contains; a text that is missing here contains none. */
export interface PopupValuesByKey {
  batchFailed: { count: number; failed: Shown };
  batchOf: { done: Shown; total: Shown };
  batchSpoken: { done: Shown; total: Shown };
  batchStart: { count: number };
  batchSum: { count: number; done: Shown };
  kept: { count: number };
  needs: { hosts: Shown };
  pairedAs: { person: Shown };
  pairingEnded: { why: Shown };
  refused: { count: number; why: Shown };
  rejected: { count: number };
  sent: { count: number };
  sourceLinks: { count: number };
  sourceLinksMax: { max: Shown };
  version: { version: Shown };
  waiting: { count: number };
  waitingPaired: { count: number };
  waitingWhy: { time: Shown; why: Shown };
}
