import { useText } from '../../lib/text/text.ts';
import { Drawer } from '../../ui/layout/drawer.tsx';
import { ConnectForm } from './connect-form.tsx';
import { GrantReturn } from './grant-return.tsx';

interface ConnectDrawerProps {
  open: boolean;
  /** The query with which a shop redirected back after granting our app access. */
  returned: string | null;
  onClose(): void;
  /** Starts another one in its place. */
  onAgain(): void;
}

/** Connects a store in three steps; errors of the check are shown where they can be fixed. */
export function ConnectDrawer({ open, returned, onClose, onAgain }: ConnectDrawerProps) {
  const text = useText();
  return (
    <Drawer title={text('stores.connect')} open={open} onClose={onClose} width={560} flush>
      {returned !== null ? (
        <GrantReturn key={returned} query={returned} onClose={onClose} onAgain={onAgain} />
      ) : (
        <ConnectForm onClose={onClose} />
      )}
    </Drawer>
  );
}
