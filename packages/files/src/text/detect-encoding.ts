import { decoderOf, type Encoding } from './encoding.ts';

/** The encoding of a file as its first bytes show it. */
export interface DetectedEncoding {
  encoding: Encoding;
  /** True if the file begins with a byte order mark. */
  mark: boolean;
  /** False if it is a guess that a person should confirm by looking at examples. */
  certain: boolean;
}

/** Bytes that are enough to detect an encoding. */
export const sampleBytes = 256 * 1024;

/** Detects the encoding of a file by its first bytes, at most `sampleBytes`. An empty or plain ASCII file is UTF-8. */
export function detectEncoding(bytes: Uint8Array): DetectedEncoding {
  const sample = bytes.subarray(0, sampleBytes);
  const [first, second, third] = sample;
  if (first === 0xef && second === 0xbb && third === 0xbf) {
    return { encoding: 'utf-8', mark: true, certain: true };
  }
  if (first === 0xff && second === 0xfe) {
    return { encoding: 'utf-16le', mark: true, certain: true };
  }
  if (first === 0xfe && second === 0xff) {
    return { encoding: 'utf-16be', mark: true, certain: true };
  }
  const wide = wideWithoutMark(sample);
  if (wide !== null) {
    return { encoding: wide, mark: false, certain: false };
  }
  if (isSoundUtf8(sample)) {
    return { encoding: 'utf-8', mark: false, certain: true };
  }
  return { encoding: likeliest(sample), mark: false, certain: false };
}

/** Returns the kind of UTF-16 whose every second byte is zero where the header's letters are; null if neither. */
function wideWithoutMark(sample: Uint8Array): Encoding | null {
  const pairs = Math.min(200, Math.floor(sample.length / 2));
  let [low, high] = [0, 0];
  for (let at = 0; at < pairs; at += 1) {
    low += sample[2 * at] === 0 ? 1 : 0;
    high += sample[2 * at + 1] === 0 ? 1 : 0;
  }
  if (pairs < 4 || Math.max(low, high) < pairs * 0.6) {
    return null;
  }
  return high > low ? 'utf-16le' : 'utf-16be';
}

function isSoundUtf8(sample: Uint8Array): boolean {
  try {
    // In a stream, a character that the end of the sample cuts is no error.
    new TextDecoder('utf-8', { fatal: true }).decode(sample, { stream: true });
    return true;
  } catch {
    return mostlyUtf8(sample);
  }
}

/** A UTF-8 file with a few damaged bytes is still UTF-8: its multi-byte characters are hardly ever chance. */
function mostlyUtf8(sample: Uint8Array): boolean {
  const text = decoderOf('utf-8').decode(sample);
  const damaged = text.split('\uFFFD').length - 1;
  const beyond = text.match(/[^\p{ASCII}\uFFFD]/gu)?.length ?? 0;
  return beyond >= 20 && damaged * 10 <= beyond;
}

/** Returns the encoding in which the bytes beyond ASCII make the most usual characters. */
function likeliest(sample: Uint8Array): Encoding {
  const candidates: readonly Encoding[] = ['gb18030', 'big5', 'shift_jis'];
  const found = candidates
    .map((encoding) => ({ encoding, share: usualShare(sample, encoding) }))
    .sort((left, right) => right.share - left.share)[0];
  return found && found.share > 0.7 && !looksWestern(sample) ? found.encoding : 'windows-1252';
}

/** In Western text, letters beyond ASCII stand alone between ASCII letters; in East Asian text they come in runs. */
function looksWestern(sample: Uint8Array): boolean {
  let [alone, all] = [0, 0];
  for (let at = 0; at < sample.length; at += 1) {
    if ((sample[at] ?? 0) >= 0x80) {
      all += 1;
      alone += (sample[at - 1] ?? 0) < 0x80 && (sample[at + 1] ?? 0) < 0x80 ? 1 : 0;
    }
  }
  return alone > all * 0.6;
}

/** Returns the share of characters beyond ASCII that are usual in the texts of an encoding, 0 to 1. */
function usualShare(sample: Uint8Array, encoding: Encoding): number {
  let [usual, all] = [0, 0];
  for (let at = 0; at < sample.length; ) {
    const lead = sample[at] ?? 0;
    if (lead < 0x80) {
      at += 1;
      continue;
    }
    const trail = sample[at + 1];
    if (trail === undefined) {
      break;
    }
    all += 1;
    const step = lengthOf(lead, trail, encoding);
    usual += step === 2 && isUsual(lead, trail, encoding) ? 1 : 0;
    at += Math.max(1, step);
  }
  return all === 0 ? 0 : usual / all;
}

/** Returns how many bytes the character has that begins so; 0 if none does. */
function lengthOf(lead: number, trail: number, encoding: Encoding): number {
  if (encoding === 'gb18030') {
    return trail >= 0x30 && trail <= 0x39 ? 4 : trail >= 0x40 && trail !== 0x7f && lead > 0x80 ? 2 : 0;
  }
  if (encoding === 'big5') {
    const isTrail = (trail >= 0x40 && trail <= 0x7e) || (trail >= 0xa1 && trail <= 0xfe);
    return lead > 0x80 && isTrail ? 2 : 0;
  }
  const isLead = (lead >= 0x81 && lead <= 0x9f) || (lead >= 0xe0 && lead <= 0xfc);
  return isLead && trail >= 0x40 && trail !== 0x7f ? 2 : lead >= 0xa1 && lead <= 0xdf ? 1 : 0;
}

/** The first level of each character set, which was ordered by use, and its punctuation and kana. */
function isUsual(lead: number, trail: number, encoding: Encoding): boolean {
  if (encoding === 'gb18030') {
    return trail >= 0xa1 && ((lead >= 0xb0 && lead <= 0xd7) || lead === 0xa1 || lead === 0xa3);
  }
  if (encoding === 'big5') {
    return (lead >= 0xa4 && lead <= 0xc6) || lead === 0xa1;
  }
  return (lead >= 0x81 && lead <= 0x83) || (lead >= 0x88 && lead <= 0x97);
}
