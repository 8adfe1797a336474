import { join } from 'node:path';
import { exportFormats } from '@bowerbird/contract/products/export';
import { expect, it } from 'vitest';
import { fileFormats } from './all.ts';
import { heldByNone, notHeldWords } from './not-held.ts';

it('docs/file-formats.md is what the round trips are held to (npx vitest run -u not-held writes it)', async () => {
  const rows = exportFormats.map((id) => {
    const { kinds, knownBy, limits } = fileFormats[id];
    const known = knownBy === 'files' ? 'real files' : 'its header';
    const most = limits.bytes === null ? '' : `${Math.round(limits.bytes / 1024 ** 2)} MB`;
    return `| ${id} | ${kinds.join(', ')} | ${known} | ${most} | ${notHeldWords(id).join(', ')} |`;
  });
  const text = [
    '# Formats of product files',
    '',
    'A product that is written in a format and read again from that file is the same product but for what the format has no place for, and written once more it is the',
    'same bytes. `apps/server/src/export/round-trip.test.ts` holds every format to this, as CSV and as XLSX, with generated products: several options and variants, prices',
    'with no, two and three decimals, weights in four units, codes with zeros, titles such as `=1+1` and `-Red`, HTML with line ends.',
    '',
    '| Format | Kinds of file | Known by | Largest file | What it has no place for |',
    '|---|---|---|---|---|',
    ...rows,
    '',
    `No format holds ${heldByNone.slice(0, -1).join(', ')}, or ${heldByNone.at(-1)}.`,
    '',
    'White space at the ends of texts is not kept. Options beyond the number of a format are joined, images that are not on the web are left out, tags and category names with',
    'a comma come apart where a format separates them by commas: each with a notice before the file is written.',
    '',
  ].join('\n');

  await expect(text).toMatchFileSnapshot(join(import.meta.dirname, '../../../../docs/file-formats.md'));
});
