import { PhoneNumber } from '@bowerbird/contract/guest';
import { safeParse } from 'zod/mini';

/** Countries a number can be of, the first by default; the region names them in the reader's language. */
export const dialCodes = [
  { dial: '+86', region: 'CN' },
  { dial: '+852', region: 'HK' },
  { dial: '+853', region: 'MO' },
  { dial: '+886', region: 'TW' },
  { dial: '+55', region: 'BR' },
  { dial: '+351', region: 'PT' },
  { dial: '+1', region: 'US' },
  { dial: '+44', region: 'GB' },
  { dial: '+49', region: 'DE' },
  { dial: '+33', region: 'FR' },
  { dial: '+34', region: 'ES' },
  { dial: '+39', region: 'IT' },
  { dial: '+7', region: 'RU' },
  { dial: '+65', region: 'SG' },
  { dial: '+60', region: 'MY' },
  { dial: '+66', region: 'TH' },
  { dial: '+84', region: 'VN' },
  { dial: '+62', region: 'ID' },
  { dial: '+63', region: 'PH' },
  { dial: '+81', region: 'JP' },
  { dial: '+82', region: 'KR' },
  { dial: '+91', region: 'IN' },
  { dial: '+61', region: 'AU' },
  { dial: '+90', region: 'TR' },
  { dial: '+971', region: 'AE' },
] as const;

export const defaultDial = dialCodes[0].dial;

/**
 * A number as typed, with its country; null where it cannot be one. Spaces and dashes do not count, and a number
 * pasted with its plus keeps its own country.
 */
export function phoneOf(dial: string, typed: string): string | null {
  const digits = typed.replace(/[\s().-]/g, '');
  const read = safeParse(PhoneNumber, digits.startsWith('+') ? digits : `${dial}${digits}`);
  return read.success ? read.data : null;
}

/** A mail address or a telephone number in one field; null where it is neither. Eleven digits are a Chinese number. */
export function addressOf(typed: string): { channel: 'mail' | 'sms'; address: string } | null {
  const written = typed.trim();
  if (written.includes('@')) {
    return isMailAddress(written) ? { channel: 'mail', address: written } : null;
  }
  const phone = phoneOf(defaultDial, written);
  return phone === null ? null : { channel: 'sms', address: phone };
}

/** As mail addresses really are, long endings and dots in the name included. */
export function isMailAddress(typed: string): boolean {
  return /^[^\s@,;]+@[^\s@,;]+\.[^\s@.,;]{2,}$/.test(typed.trim());
}
