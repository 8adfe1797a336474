import type { SchemaForm } from '../../../ui/form/use-schema-form.ts';
import { phoneOf } from './phone.ts';
import type { TypedPhone } from './phone-field.tsx';
import type { CodeSending } from './use-code-sending.ts';

/** Returns a function that checks the typed phone number and sends a code to it; a wrong number gets the focus. */
export function useSendToPhone<Values extends { phone: TypedPhone }, Sent>(
  whole: SchemaForm<Values, Sent>,
  sending: CodeSending,
): () => Promise<void> {
  // Cast: of whatever else the form has, only the number is read.
  const form = whole as unknown as SchemaForm<{ phone: TypedPhone }>;
  return async () => {
    const right = await form.trigger('phone.number', { shouldFocus: true });
    const { dial, number } = form.getValues('phone');
    const phone = phoneOf(dial, number);
    if (right && phone !== null) {
      sending.send(phone);
    }
  };
}
