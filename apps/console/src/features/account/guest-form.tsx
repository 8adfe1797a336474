import type { ReactNode } from 'react';

interface GuestFormProps {
  /** More room between the fields, for a form that is alone on its page. */
  roomy?: boolean;
  onSubmit(): void;
  children: ReactNode;
}

/** A form of a guest page: its fields show the errors, not the browser. */
export function GuestForm({ roomy = false, onSubmit, children }: GuestFormProps) {
  return (
    <form
      className={roomy ? 'guest-fields roomy' : 'guest-fields'}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
    </form>
  );
}
