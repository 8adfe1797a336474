/** Returns a supplier's name from a file's: without its ending, a date and numbers at its end. */
export function supplierOf(fileName: string): string {
  const plain = fileName.replace(/\.\w{1,5}$/, '');
  const short = plain.replace(
    /[\s_\-.(（]*(?:\d{2,4}[-_.年]?\d{1,2}[-_.月]?\d{0,2}日?|v?\d{1,3})[)）]?$/i,
    '',
  );
  return (short.trim() || plain.trim()).slice(0, 100);
}
