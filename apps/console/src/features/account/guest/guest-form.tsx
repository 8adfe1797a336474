import type { ReactNode } from 'react';
import { Stack } from '../../../ui/layout/box.tsx';

interface GuestFormProps {
  /** More room between the fields, for a form that is alone on its page. */
  roomy?: boolean;
  onSubmit(): void;
  children: ReactNode;
}

/** A form of a guest page: its fields show the errors, not the browser. */
export function GuestForm({ roomy = false, onSubmit, children }: GuestFormProps) {
  return (
    <Stack
      as="form"
      className={roomy ? 'guest-fields roomy' : 'guest-fields'}
      gap={14}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
    </Stack>
  );
}
