import type { FieldValues } from 'react-hook-form';
import type { SchemaForm } from './use-schema-form.ts';

/**
 * Sends a form without its button, as where unsaved work is saved before the page is left. Returns true if all fields
 * are right and `send` succeeded; else the first wrong field has the focus.
 */
export async function submitForm<Values extends FieldValues, Sent>(
  form: SchemaForm<Values, Sent>,
  send: (sent: Sent) => Promise<boolean>,
): Promise<boolean> {
  let succeeded = false;
  await form.handleSubmit(async (sent) => {
    succeeded = await send(sent);
  })();
  return succeeded;
}
