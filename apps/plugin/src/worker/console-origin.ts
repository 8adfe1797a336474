/**
 * Returns the origin of a typed console address: `shop.example:8000/collect` becomes `https://shop.example:8000`, and
 * without a scheme, names of this machine use `http`. Null if it is not an address.
 */
export function consoleOrigin(typed: string): string | null {
  const text = typed.trim();
  const address = /^[a-z]+:\/\//i.test(text) ? text : `${isOwnMachine(text) ? 'http' : 'https'}://${text}`;
  if (text === '' || !URL.canParse(address)) {
    return null;
  }
  const { protocol, origin, hostname } = new URL(address);
  const plain = protocol === 'http:' || protocol === 'https:';
  return plain && (hostname.includes('.') || hostname === 'localhost' || hostname.startsWith('['))
    ? origin
    : null;
}

function isOwnMachine(text: string): boolean {
  return /^(?:localhost|127\.0\.0\.1)(?:[:/]|$)/i.test(text);
}
