import type { InputRef } from 'antd';
import { createRef, useState } from 'react';

/**
 * Tracks which fields of a form show their errors: a field once it was left, or all when the form is submitted; then
 * the first invalid field gets the focus. `names` in their order on the form.
 */
export function useCheckedFields<Name extends string>(names: readonly Name[]) {
  const [fields] = useState(() => ofEach(names, () => createRef<InputRef>()));
  const [checked, setChecked] = useState(() => ofEach(names, () => false));
  return {
    fields,
    checked,
    look: (name: Name) => setChecked((held) => ({ ...held, [name]: true })),
    focus: (name: Name) => fields[name].current?.focus(),
    /** Returns true if none of these is invalid; else focuses the first invalid one. */
    allRight(wrong: Record<Name, boolean>): boolean {
      setChecked(ofEach(names, () => true));
      const first = names.find((name) => wrong[name]);
      if (first !== undefined) {
        fields[first].current?.focus();
      }
      return first === undefined;
    },
  };
}

function ofEach<Name extends string, Value>(names: readonly Name[], make: () => Value): Record<Name, Value> {
  // Cast: an object made of these names has them all.
  return Object.fromEntries(names.map((name) => [name, make()])) as Record<Name, Value>;
}
