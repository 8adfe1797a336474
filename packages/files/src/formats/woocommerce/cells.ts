/** Returns the values of a cell that holds several, separated by commas; `\,` is a comma inside a value. */
export function valuesOf(cell: string): string[] {
  const parts = cell.match(/(?:\\,|[^,])+/g) ?? [];
  return parts.map((part) => part.replaceAll('\\,', ',').trim()).filter((part) => part !== '');
}

/** Returns a cell of several values. */
export function cellOf(values: readonly string[]): string {
  return values.map((value) => value.replaceAll(',', '\\,')).join(', ');
}

/** Returns category paths: `Clothing > Hoodies, New in`. */
export function categoriesOf(cell: string): string[][] {
  return valuesOf(cell).map((path) =>
    path
      .split('>')
      .map((name) => name.trim().replaceAll('&gt;', '>'))
      .filter((name) => name !== ''),
  );
}

export function categoriesCell(paths: readonly (readonly string[])[]): string {
  return cellOf(paths.map((path) => path.map((name) => name.replaceAll('>', '&gt;')).join(' > ')));
}

/** Returns a description: the importer reads the two characters `\n` as a line end, and `\\n` as those two characters. */
export function descriptionOf(cell: string): string {
  return cell
    .split('\\\\n')
    .map((part) => part.replaceAll('\\n', '\n'))
    .join('\\n');
}

export function descriptionCell(html: string): string {
  return html.replaceAll('\\n', '\\\\n').replaceAll('\n', '\\n');
}

/**
 * Returns a text as WooCommerce's importer reads it: its exporter writes an apostrophe before what could be a formula, and
 * the importer takes it away.
 */
export function withoutGuard(cell: string): string {
  return /^'[=+\-@]/.test(cell) ? cell.slice(1) : cell;
}

/** Returns addresses as one cell; a comma in an address would end it. */
export function imagesCell(addresses: readonly string[]): string {
  return addresses
    .map((address) => address.trim().replaceAll(',', '%2C').replaceAll(/\s/g, encodeURIComponent))
    .join(', ');
}
