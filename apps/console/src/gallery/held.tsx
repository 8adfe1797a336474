import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useState } from 'react';

/** Holds the value of a control. */
export function Held<Value>({
  initial,
  children,
}: {
  initial: Value;
  children(value: Value, onChange: (value: Value) => void): ReactNode;
}) {
  const [value, setValue] = useState(initial);
  return children(value, setValue);
}

/** A button that opens what covers the page. */
export function Opened({
  label,
  children,
}: {
  label: string;
  children(open: boolean, onClose: () => void): ReactNode;
}) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{label}</Button>
      {children(open, () => setOpen(false))}
    </>
  );
}
