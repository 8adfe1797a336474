import { PhoneNumber } from '@bowerbird/contract/account/guest';
import { safeParse } from 'zod/mini';

/**
 * Countries that a number can belong to, the default first; the region gives the country's name in the reader's
 * language.
 */
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
 * Returns the typed number with its country code; null if it cannot be a number. Spaces and dashes are ignored, and a
 * number pasted with its plus keeps its own country.
 */
export function phoneOf(dial: string, typed: string): string | null {
  const digits = typed.replace(/[\s().-]/g, '');
  const read = safeParse(PhoneNumber, digits.startsWith('+') ? digits : `${dial}${digits}`);
  return read.success ? read.data : null;
}

/**
 * Parses a mail address or a phone number typed into one field; null if it is neither. Eleven digits are a Chinese
 * number.
 */
export function addressOf(typed: string): { channel: 'mail' | 'sms'; address: string } | null {
  const written = typed.trim();
  if (written.includes('@')) {
    return isMailAddress(written) ? { channel: 'mail', address: written } : null;
  }
  const phone = phoneOf(defaultDial, written);
  return phone === null ? null : { channel: 'sms', address: phone };
}

/** Reports whether the text is a mail address; accepts long top-level domains and dots in the name. */
export function isMailAddress(typed: string): boolean {
  return /^[^\s@,;]+@[^\s@,;]+\.[^\s@.,;]{2,}$/.test(typed.trim());
}
