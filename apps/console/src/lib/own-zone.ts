/** Returns the time zone whose midnight begins the reader's day: that of this browser. */
export function ownZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}
