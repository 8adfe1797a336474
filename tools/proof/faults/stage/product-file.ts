import { productWith, variantWith } from '@bowerbird/catalog/testing/product-with';
import { fileFormats } from '@bowerbird/files/formats/all';
import { z } from 'zod';
import type { Person } from './person.ts';
import type { Program } from './program.ts';
import { until } from './until.ts';

const Uploaded = z.object({ id: z.string() });
const Import = z.object({ state: z.string(), toApply: z.int() });

const edit = {
  as: 'edit',
  choices: { emptyCells: {}, otherVariants: 'leave', unmatched: 'create', conflicts: 'keep' },
};

/** Returns a product file of Shopify's form, with one variant for each product, all at this price. */
export function productFile(count: number, price: string): string {
  const sheet = fileFormats.shopify.sheet({ attributes: 0 });
  const products = Array.from({ length: count }, (_, at) =>
    productWith({
      title: `Mug ${at}`,
      handle: `mug-${at}`,
      vendor: 'Glade',
      variants: [variantWith({ sku: `M-${at}`, price })],
    }),
  );
  const rows = [sheet.header, ...products.flatMap((product) => sheet.write(product).rows)];
  return rows.map((row) => `${row.join(',')}\n`).join('');
}

/** Uploads a product file and lets it be checked, as a supplier's or as edits; returns its run. */
export async function startImport(
  program: Program,
  merchant: Person,
  text: string,
  as: 'source' | 'edit',
): Promise<string> {
  const bytes = new TextEncoder().encode(text);
  const sent = { name: 'products.csv', bytes: bytes.length };
  const { id } = Uploaded.parse(await merchant.call('POST', '/imports/files', sent));
  const answer = await fetch(`${program.url}/shop-reptile/api/imports/files/${id}/parts/0`, {
    method: 'PUT',
    headers: { 'access-token': merchant.token, 'content-type': 'application/octet-stream' },
    body: bytes,
  });
  if (!answer.ok) {
    throw new Error(`the file was answered ${answer.status}`);
  }
  const products = { by: 'format', format: 'shopify' };
  return await merchant.start('/imports', {
    fileId: id,
    dialect: { encoding: null, separator: null },
    mapping: { version: 1, sheet: null, headerRow: null, products, remedies: [] },
    key: 'handle',
    into: as === 'edit' ? edit : { as, source: { name: 'Glade' }, whole: false },
  });
}

/** Waits until an import waits for a person; returns how many products it would import or edit. */
export async function whenChecked(merchant: Person, runId: string): Promise<number> {
  const { toApply } = await until(`import ${runId} to be checked`, async () => {
    const found = await merchant.call('GET', `/imports/${runId}`).then(Import.parse, () => null);
    return found?.state === 'checked' && found;
  });
  return toApply;
}

/** Confirms a checked import. */
export async function confirmImport(merchant: Person, runId: string, expected: number): Promise<void> {
  await merchant.call('POST', `/imports/${runId}/apply`, { expected, allOrNothing: false });
}
