/** Masks an address as `ann***@example.com`: enough for its owner to recognise it. */
export function maskedMail(address: string): string {
  const at = address.lastIndexOf('@');
  const name = address.slice(0, at);
  return `${name.slice(0, name.length > 3 ? 3 : 1)}***${address.slice(at)}`;
}

/** Masks a number as `+86138****8293`. */
export function maskedPhone(number: string): string {
  return `${number.slice(0, Math.max(3, number.length - 8))}****${number.slice(-4)}`;
}
