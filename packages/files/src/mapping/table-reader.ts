import type { FileMapping } from '@bowerbird/contract/files/mapping';
import { fileFormats } from '../formats/all.ts';
import type { FormatReader } from '../formats/format.ts';
import type { TableRow } from '../text/table-row.ts';
import { mappingReader } from './reader.ts';

/** Opens a table by its header row, in a platform's format or by mapped columns: what comes after does not know which. */
export function tableReader(products: FileMapping['products'], header: TableRow): FormatReader {
  return products.by === 'format'
    ? fileFormats[products.format].reader(header)
    : mappingReader(products, header);
}
