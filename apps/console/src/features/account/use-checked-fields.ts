import type { InputRef } from 'antd';
import { createRef, useState } from 'react';

/**
 * The fields of a form that are told what is wrong with them once they were left, or all when it is sent; then the first
 * that is wrong gets the focus. `names` in the order they stand in.
 */
export function useCheckedFields<Name extends string>(names: readonly Name[]) {
  const [fields] = useState(() => ofEach(names, () => createRef<InputRef>()));
  const [checked, setChecked] = useState(() => ofEach(names, () => false));
  return {
    fields,
    checked,
    look: (name: Name) => setChecked((held) => ({ ...held, [name]: true })),
    focus: (name: Name) => fields[name].current?.focus(),
    /** Whether none of these is wrong; else the first one has the focus. */
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
