import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LedgerEntry } from '@bowerbird/simulators/shopify/admin/record';
import { createShopifyShop } from '@bowerbird/simulators/shopify/shop';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openJournal } from './journal.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bowerbird-journal-'));
  file = join(folder, 'practice', 'aster-practice.jsonl');
});
afterEach(() => rmSync(folder, { recursive: true }));

it('gives back what was written, in order, after it was opened again', () => {
  const journal = openJournal<{ step: number }>(file);
  journal.write({ step: 1 });
  journal.write({ step: 2 });
  journal.close();

  expect(openJournal(file).entries).toEqual([{ step: 1 }, { step: 2 }]);
});

it('drops a last line that a kill cut off, and continues after it', () => {
  openJournal<object>(file).write({ step: 1 });
  appendFileSync(file, '{"step":');
  const journal = openJournal<object>(file);
  journal.write({ step: 2 });

  expect(journal.entries).toEqual([{ step: 1 }]);
  expect(readFileSync(file, 'utf8')).toBe('{"step":1}\n{"step":2}\n');
});

it('names the line that is damaged otherwise', () => {
  openJournal<object>(file).close();
  writeFileSync(file, '{"step":1}\nnonsense\n{"step":3}\n');

  expect(() => openJournal(file)).toThrow(/damaged in line 2/);
});

it('keeps the books of a practice store over a kill', () => {
  const journal = openJournal<LedgerEntry>(file);
  const store = createShopifyShop({
    name: 'aster-practice',
    entries: journal.entries,
    onChange: journal.write,
  });
  store.merchant.unmanagedHolds('0017', 'lamp');

  const again = openJournal<LedgerEntry>(file);
  const restored = createShopifyShop({ name: 'aster-practice', entries: again.entries });

  expect(restored.view().products).toEqual(store.view().products);
  expect(restored.view().products).toHaveLength(1);
});
