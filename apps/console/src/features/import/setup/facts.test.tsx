// @vitest-environment happy-dom
import type { FileMapping } from '@bowerbird/contract/files/mapping';
import type { UploadPreview } from '@bowerbird/contract/files/uploads';
import { afterEach, expect, it } from 'vitest';
import { FakeApi, type ShownPage, says, showPage } from '../../../testing/signed-in-page.tsx';
import { Facts } from './facts.tsx';

const mappingOf = (format: 'shopline' | 'shopify'): FileMapping => ({
  version: 1,
  sheet: null,
  headerRow: 1,
  products: { by: 'format', format },
  remedies: [],
});
const previewOf = (format: 'shopline' | 'shopify', knownBy: UploadPreview['knownBy']): UploadPreview => ({
  kind: 'csv',
  sheets: [],
  encoding: { value: 'utf-8', examples: ['Lampe'] },
  separator: { value: ',', examples: [] },
  decimal: null,
  dates: null,
  headerRow: 1,
  header: ['Handle', 'Title'],
  rows: [{ row: 2, cells: ['lampe', 'Lampe'] }],
  mapping: mappingOf(format),
  knownBy,
  sources: [],
  exported: null,
});

let page: ShownPage | null = null;
afterEach(() => page?.close());

async function show(preview: UploadPreview, mapping = preview.mapping) {
  const nothing = () => undefined;
  page = await showPage(
    new FakeApi(),
    <Facts
      preview={preview}
      mapping={mapping}
      decimalSign="."
      onDecimalSign={nothing}
      onMapping={nothing}
      onDialect={nothing}
      onTable={nothing}
    />,
    '/',
    '/',
  );
  await says('文件格式');
}
const warning = '仅按表头识别，请留意预览';

it('says of a file whose format is known by a header alone that it is, where the format is chosen', async () => {
  await show(previewOf('shopline', 'header'));

  expect(document.body.textContent).toContain(warning);
});

it('says nothing of a format that is known by files of stores', async () => {
  await show(previewOf('shopify', 'files'));

  expect(document.body.textContent).not.toContain(warning);
});

it('says nothing of columns that a person maps instead', async () => {
  await show(previewOf('shopline', 'header'), {
    ...mappingOf('shopline'),
    products: {
      by: 'columns',
      rows: 'variants',
      key: ['Handle'],
      columns: [{ column: 'Title', field: 'title' }],
      defaults: { status: 'draft', weightUnit: 'g', currency: null },
    },
  });

  expect(document.body.textContent).not.toContain(warning);
});
