import { partOf, type SchemaForm } from '../../../ui/form/use-schema-form.ts';
import { phoneOf } from './phone.ts';
import type { TypedPhone } from './phone-field.tsx';
import type { CodeSending } from './use-code-sending.ts';

/** Returns a function that checks the typed phone number and sends a code to it; a wrong number gets the focus. */
export function useSendToPhone<Values extends { phone: TypedPhone }, Sent>(
  whole: SchemaForm<Values, Sent>,
  sending: CodeSending,
): () => Promise<void> {
  const form: SchemaForm<{ phone: TypedPhone }> = partOf(whole);
  return async () => {
    const right = await form.trigger('phone.number', { shouldFocus: true });
    const { dial, number } = form.getValues('phone');
    const phone = phoneOf(dial, number);
    if (right && phone !== null) {
      sending.send(phone);
    }
  };
}
