import type { ReactNode } from 'react';
import { Box } from '../../../ui/layout/box.tsx';

/** An error above a form, with the action that solves it. */
export function Refused({ reported, children }: { reported: string; children?: ReactNode }) {
  return (
    <Box className="guest-refused" p={[8, 12]} radius="m" font="small" tone="red" ground="red-s" role="alert">
      <p>{reported}</p>
      {children}
    </Box>
  );
}
