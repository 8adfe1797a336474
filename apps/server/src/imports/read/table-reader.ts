import type { FileMapping } from '@bowerbird/contract/files/mapping';
import { fileFormats } from '@bowerbird/files/formats/all';
import type { FormatReader } from '@bowerbird/files/formats/format';
import type { TableRow } from '@bowerbird/files/text/table-row';

/** Opens a table by its header row. */
export function tableReader(products: FileMapping['products'], header: TableRow): FormatReader {
  if (products.by !== 'format') {
    throw new Error('Mapped columns cannot be read yet.');
  }
  return fileFormats[products.format].reader(header);
}
