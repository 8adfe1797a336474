import type { FileMapping } from '@bowerbird/contract/files/mapping';
import { useText } from '../../../lib/text/text.ts';
import { columnMappingOf } from '../mapping/columns.ts';
import type { Purpose } from './purpose.ts';

/** Returns why a file cannot be checked yet; null if it can. */
export function useWhyNot(): (mapping: FileMapping | null, purpose: Purpose) => string | null {
  const text = useText();
  return (mapping, { as, supplier, key }) => {
    if (mapping === null) {
      return text('import.why.reading');
    }
    const columns = columnMappingOf(mapping)?.columns;
    if (columns !== undefined && as === 'source' && !columns.some(({ field }) => field === 'title')) {
      return text('import.why.title');
    }
    if (key === null) {
      return text('import.why.key');
    }
    return as === 'source' && supplier.trim() === '' ? text('import.why.supplier') : null;
  };
}
