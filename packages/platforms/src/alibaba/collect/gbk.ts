/** Map of every two-byte GBK character; built on first use. */
let pairs: ReadonlyMap<string, string> | null = null;

/**
 * Encodes text as a 1688 query carries it: percent-encoded GBK (`readme.md`, 1688: addresses). A character missing from
 * GBK is written as a numeric character reference, as a browser's form would send it.
 */
export function gbkEncoded(words: string): string {
  pairs ??= pairsOfGbk();
  let encoded = '';
  for (const sign of words) {
    const code = sign.codePointAt(0) ?? 0;
    encoded +=
      code < 0x80
        ? encodeURIComponent(sign).replaceAll('%20', '+')
        : (pairs.get(sign) ?? encodeURIComponent(`&#${code};`));
  }
  return encoded;
}

function pairsOfGbk(): ReadonlyMap<string, string> {
  const decoder = new TextDecoder('gbk');
  const found = new Map<string, string>();
  for (let first = 0x81; first <= 0xfe; first += 1) {
    for (let second = 0x40; second <= 0xfe; second += 1) {
      const sign = second === 0x7f ? '' : decoder.decode(Uint8Array.of(first, second));
      if ([...sign].length === 1 && sign !== '\uFFFD' && !found.has(sign)) {
        found.set(sign, `%${hex(first)}%${hex(second)}`);
      }
    }
  }
  return found;
}

function hex(byte: number): string {
  return byte.toString(16).toUpperCase().padStart(2, '0');
}
