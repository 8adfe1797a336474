/** Returns an address for a cell that may hold several, separated by commas. White space cannot be fetched. */
export function addressCell(address: string): string {
  return address.trim().replaceAll(/\s/g, encodeURIComponent).replaceAll(',', '%2C');
}

/** Returns the addresses of a cell; what is none is in `wrong`. */
export function addressesOf(cell: string): { addresses: string[]; wrong: string[] } {
  const parts = cell
    .split(/[,，\n](?=\s{0,20}(?:https?:|$))/i)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const isSound = (part: string) => /^https?:\/\/\S+$/i.test(part) && URL.canParse(part);
  return { addresses: [...new Set(parts.filter(isSound))], wrong: parts.filter((part) => !isSound(part)) };
}
