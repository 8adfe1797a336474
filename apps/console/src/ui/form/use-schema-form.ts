import type { DefaultValues, FieldErrors, FieldValues, Resolver, UseFormReturn } from 'react-hook-form';
import { set, useForm } from 'react-hook-form';
import type { core } from 'zod/mini';
import { safeParse } from 'zod/mini';

/** A form whose fields are the input of a schema, and which sends what the schema makes of them. */
export type SchemaForm<Values extends FieldValues, Sent = Values> = UseFormReturn<Values, unknown, Sent>;

/** Returns a form as fields see it that know only a part of its values, whatever else it has and sends. */
export function partOf<Part extends FieldValues, Values extends Part, Sent>(
  form: SchemaForm<Values, Sent>,
): SchemaForm<Part> {
  // Cast: the fields name only what `Part` has, and do not send the form.
  return form as unknown as SchemaForm<Part>;
}

interface Params<Values extends FieldValues, Sent> {
  /** The contract's schema of what is sent; the server checks with the same one. */
  schema: core.$ZodType<Sent, Values>;
  initial: NoInfer<Values>;
}

/**
 * Holds the state of a form. A field is checked when it is left with a value, then at every change; all fields are
 * checked when the form is sent, and the first wrong one gets the focus.
 */
export function useSchemaForm<Values extends FieldValues, Sent>({
  schema,
  initial,
}: Params<Values, Sent>): SchemaForm<Values, Sent> {
  return useForm<Values, unknown, Sent>({
    mode: 'onTouched',
    resolver: resolverOf(schema),
    // Cast: all fields are given, so that they are also the default of each.
    defaultValues: initial as DefaultValues<Values>,
  });
}

/** Reads the fields with a schema: the first issue of each field is its error, with the issue's code as its type. */
function resolverOf<Values extends FieldValues, Sent>(
  schema: core.$ZodType<Sent, Values>,
): Resolver<Values, unknown, Sent> {
  return (values) => {
    const read = safeParse(schema, values);
    if (read.success) {
      return { values: read.data, errors: {} };
    }
    const errors: FieldErrors<Values> = {};
    for (const { path, code } of read.error.issues.toReversed()) {
      set(errors, path.join('.'), { type: code });
    }
    return { values: {}, errors };
  };
}
