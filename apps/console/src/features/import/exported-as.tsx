import type { ExportOfFile } from '@bowerbird/contract/files/uploads';
import { useFormat } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/text.ts';

/** Says of which export a file is, and by what that is known. */
export function ExportedAs({ exported: { name, at, by } }: { exported: ExportOfFile }) {
  const text = useText();
  const format = useFormat();
  return <span>{text(`import.exported.${by}`, { name, at: format.full(at) })}</span>;
}
