import { posix } from 'node:path';
import { FileRefused } from '../source/refused.ts';
import type { Container } from './container.ts';
import { prefixed, readXml } from './xml.ts';

/** A sheet of a workbook. */
export interface SheetEntry {
  name: string;
  /** Null for charts and old macro sheets, which hold no rows. */
  part: string | null;
  hidden: boolean;
}

export interface Workbook {
  sheets: SheetEntry[];
  /** Dates count from 1904. */
  date1904: boolean;
  sharedStrings: string | null;
  styles: string | null;
  /** Other files to which formulas refer. They are never opened. */
  externalLinks: number;
}

interface Relation {
  type: string;
  /** A part of this file; null for what is outside of it. */
  part: string | null;
}

/** Reads which sheets a workbook has. Throws `FileRefused` for ZIPs that are no workbook. */
export async function readWorkbook(container: Container): Promise<Workbook> {
  const part = await workbookPart(container);
  const relations = await relationsOf(container, part);
  const sheets: SheetEntry[] = [];
  let date1904 = false;
  await readXml(part, container.chunks(part), {
    open(name, attributes) {
      if (name === 'workbookPr') {
        date1904 = /^(?:1|true)$/.test(attributes.date1904 ?? '');
      } else if (name === 'sheet') {
        const relation = relations.get(prefixed(attributes, 'id') ?? '');
        const isTable = relation?.type === 'worksheet' && relation.part !== null;
        sheets.push({
          name: attributes.name ?? '',
          part: isTable ? relation.part : null,
          hidden: (attributes.state ?? 'visible') !== 'visible',
        });
      }
    },
  });
  const missing = sheets.find((sheet) => sheet.part !== null && !container.names.has(sheet.part));
  if (missing) {
    throw new FileRefused('sheet.missing', missing.name);
  }
  if (sheets.length === 0) {
    throw new FileRefused('file.no-workbook', part);
  }
  const all = [...relations.values()];
  // Without its styles, 0000017 would be read as 17.
  const lost = all.find(
    ({ type, part: own }) => type === 'styles' && own !== null && !container.names.has(own),
  );
  if (lost) {
    throw new FileRefused('file.damaged', lost.part ?? '');
  }
  const one = (type: string) =>
    all.find((each) => each.type === type && each.part !== null && container.names.has(each.part))?.part ??
    null;
  return {
    sheets,
    date1904,
    sharedStrings: one('sharedStrings'),
    styles: one('styles'),
    externalLinks: all.filter(({ type }) => type === 'externalLink').length,
  };
}

async function workbookPart(container: Container): Promise<string> {
  const { names } = container;
  const relations = names.has('_rels/.rels') ? await relationsOf(container, '') : new Map<string, Relation>();
  const named = [...relations.values()].find(({ type }) => type === 'officeDocument')?.part;
  const part = named ?? 'xl/workbook.xml';
  if (part.endsWith('.bin') || names.has('xl/workbook.bin')) {
    throw new FileRefused('file.binary-excel');
  }
  if (names.has('content.xml') && names.has('mimetype')) {
    throw new FileRefused('file.open-document');
  }
  if (names.has('Index/Document.iwa') || names.has('Index.zip')) {
    throw new FileRefused('file.numbers');
  }
  if (!names.has(part) || /^(?:word|ppt)\//.test(part)) {
    throw new FileRefused('file.no-workbook');
  }
  return part;
}

/** Returns what a part (or, for "", the file) refers to, by id. */
async function relationsOf(container: Container, part: string): Promise<Map<string, Relation>> {
  const folder = posix.dirname(part);
  const own = posix.join(part === '' ? '' : folder, '_rels', `${posix.basename(part)}.rels`);
  const found = new Map<string, Relation>();
  if (!container.names.has(own)) {
    return found;
  }
  await readXml(own, container.chunks(own), {
    open(name, { Id = '', Type = '', Target = '', TargetMode }) {
      if (name === 'Relationship') {
        const isOutside = TargetMode === 'External';
        found.set(Id, {
          type: Type.slice(Type.lastIndexOf('/') + 1),
          part: isOutside ? null : inside(Target, folder),
        });
      }
    },
  });
  return found;
}

/** Returns the part that a relation names. Throws for a place outside the file. */
function inside(target: string, folder: string): string {
  const part = target.startsWith('/') ? posix.normalize(target).slice(1) : posix.join(folder, target);
  if (part === '..' || part.startsWith('../')) {
    throw new FileRefused('file.name-outside', target);
  }
  return part;
}
