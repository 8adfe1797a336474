import type { FaultGroup } from '@bowerbird/contract/files/fault-codes';
import { type Import, listImportFaults } from '@bowerbird/contract/files/imports';
import { fileFaultText } from '@bowerbird/contract/texts/file-fault-text';
import { language } from '../run-text.ts';
import type { Session } from '../session.ts';
import type { SetUp } from './set-up.ts';

/** Errors that are written alike in one column, with what is wrong and what to do. */
export type FaultReport = FaultGroup & { reason: string; remedy: string };

/** Returns all groups of errors of a file, those with the most cells first. */
export async function faultsOf(session: Session, id: string): Promise<FaultReport[]> {
  const found: FaultReport[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await session.call(listImportFaults, {
      params: { id },
      query: { ...(cursor !== undefined && { cursor }) },
    });
    found.push(
      ...page.items.map(({ remedies: _, ...group }) => ({
        ...group,
        ...fileFaultText(language, group.code),
      })),
    );
    if (page.nextCursor === null) {
      return found;
    }
    cursor = page.nextCursor;
  }
}

/** What was detected of a file, and how it is going to be read. */
export function detectedOf({ preview, body, supplier }: SetUp) {
  const { kind, encoding, separator, decimal, dates, headerRow } = preview;
  const { products, sheet } = body.mapping;
  return {
    kind,
    sheet,
    encoding: encoding?.value ?? null,
    separator: separator?.value ?? null,
    decimal: decimal?.value ?? null,
    dates: dates?.value ?? null,
    headerRow,
    format: products.by === 'format' ? products.format : null,
    key: body.key,
    supplier,
  };
}

/** The same in one line. */
export function detectedLine(setUp: SetUp): string {
  const { kind, sheet, encoding, separator, decimal, headerRow, format, key, supplier } = detectedOf(setUp);
  return [
    kind.toUpperCase(),
    ...(sheet === null ? [] : [`sheet ${sheet}`]),
    ...(encoding === null ? [] : [encoding]),
    ...(separator === null ? [] : [`separator ${JSON.stringify(separator)}`]),
    ...(decimal === null ? [] : [`decimals with ${JSON.stringify(decimal)}`]),
    `header in row ${headerRow}`,
    format === null ? 'columns mapped' : `format ${format}`,
    `matched by ${key}`,
    ...(supplier === null ? [] : [`${supplier.isNew ? 'new supplier' : 'supplier'} ${supplier.name}`]),
  ].join(', ');
}

/**
 * What becomes of a file's products. `new`, `changed`, `unchanged` and `gone` are as they were found by checking; products
 * of `rejected` are among them once it is applied. `faulty`: left out because of errors in the file, or because several
 * products match.
 */
export function countsOf({ into, groups, outcomes }: Import) {
  const creates = into.as === 'edit' && into.choices.unmatched === 'create';
  return {
    new: groups.new + (creates ? groups.unmatched : 0),
    changed: groups.changed + groups.conflict,
    unchanged: groups.unchanged,
    rejected: outcomes.rejected,
    gone: groups.gone,
    unmatched: creates ? 0 : groups.unmatched,
    faulty: groups.faulty + groups.ambiguous,
  };
}

/** The counts in one line; what is 0 and seldom is left out. */
export function countsLine(found: Import): string {
  const { unmatched, faulty, ...counts } = countsOf(found);
  return [
    ...Object.entries(counts).map(([what, count]) => `${count} ${what}`),
    ...(unmatched > 0 ? [`${unmatched} that match no product`] : []),
    ...(faulty > 0 ? [`${faulty} left out because of errors`] : []),
  ].join(', ');
}

/** Lines that name the row, column, value, reason and remedy of each group of errors. */
export function faultLines(faults: readonly FaultReport[]): string[] {
  return faults.flatMap(({ column, count, examples, reason, remedy }) => {
    const cells = examples.map(({ row, value }) => `row ${row} ${JSON.stringify(value)}`).join(', ');
    const more = count > examples.length ? `, and ${count - examples.length} more` : '';
    return [`  ${column ?? 'whole rows'}: ${reason}`, `    ${cells}${more}`, `    ${remedy}`];
  });
}

/** What an edit leaves for a person to decide, in sentences. */
export function questionLines({ into, groups, emptyColumns, otherVariants }: Import): string[] {
  if (into.as === 'source') {
    return [];
  }
  return [
    ...emptyColumns.map(
      ({ column, cells }) => `${cells} empty cells of ${column} leave the values as they are`,
    ),
    ...(otherVariants > 0 ? [`${otherVariants} variants that the file does not have stay`] : []),
    ...(groups.conflict > 0
      ? [`${groups.conflict} products were changed here, too, since the export: those cells stay`]
      : []),
  ];
}
