import { useText } from '../../lib/text.ts';
import { phoneOf } from './phone.ts';
import type { TypedPhone } from './phone-field.tsx';

/** What is wrong with a number, once it is looked at. */
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
