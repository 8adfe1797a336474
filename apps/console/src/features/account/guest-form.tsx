import type { ReactNode } from 'react';

interface GuestFormProps {
  /** More room between the fields: for a form that stands alone on its page. */
  roomy?: boolean;
  onSubmit(): void;
  children: ReactNode;
}

/** A form of a guest's page: what is wrong is told by its fields, never by the browser. */
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
