import { useText } from '../../../lib/text/text.ts';
import { phoneOf } from './phone.ts';
import type { TypedPhone } from './phone-field.tsx';

/** Returns the error of a phone number, once it is to be checked. */
export function usePhoneError({ dial, number }: TypedPhone, checked: boolean): string | null {
  const text = useText();
  if (!checked) {
    return null;
  }
  if (number.trim() === '') {
    return text('user.phone-number.required');
  }
  return phoneOf(dial, number) === null ? text('user.phone-number.wrong-format') : null;
}
