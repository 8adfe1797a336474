/** Returns a new UUID of version 7: it begins with the present time. */
export function uuidV7(): string {
  const time = Date.now().toString(16).padStart(12, '0');
  // The rest is as random as in version 4, with that version's number replaced.
  return `${time.slice(0, 8)}-${time.slice(8)}-7${crypto.randomUUID().slice(15)}`;
}
