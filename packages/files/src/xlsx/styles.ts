import type { Container } from './container.ts';
import { builtInFormat, type NumberFormat, numberFormat } from './number-format.ts';
import { readXml } from './xml.ts';

const plain: NumberFormat = { kind: 'plain' };

/** Returns the number format of each cell style, by its number; [] for a workbook without styles. */
export async function readNumberFormats(container: Container, part: string | null): Promise<NumberFormat[]> {
  if (part === null) {
    return [];
  }
  const codes = new Map<number, string>();
  const used: number[] = [];
  let inside = false;
  await readXml(part, container.chunks(part), {
    open(name, { numFmtId = '0', formatCode = '' }) {
      if (name === 'numFmt') {
        codes.set(Number(numFmtId), formatCode);
      } else if (name === 'cellXfs') {
        inside = true;
      } else if (name === 'xf' && inside) {
        used.push(Number(numFmtId));
      }
    },
    close(name) {
      inside = inside && name !== 'cellXfs';
    },
  });
  const made = new Map<number, NumberFormat>();
  return used.map((id) => {
    const code = codes.get(id);
    const format = made.get(id) ?? (code === undefined ? builtInFormat(id) : numberFormat(code));
    made.set(id, format);
    return format;
  });
}

/** Returns the format of a cell's style. */
export function formatOf(formats: readonly NumberFormat[], style: string | undefined): NumberFormat {
  return (style === undefined ? formats[0] : formats[Number(style)]) ?? plain;
}
