import { useText } from '../../lib/text.ts';
import { Drawer } from '../../ui/drawer.tsx';
import { ConnectForm } from './connect-form.tsx';
import { GrantReturn } from './grant-return.tsx';

interface ConnectDrawerProps {
  open: boolean;
  /** The query that a shop sent us back with, which let our app in. */
  returned: string | null;
  onClose(): void;
  /** Another one is begun in its place. */
  onAgain(): void;
}

/** Connects a store in three steps; what the check found stands where it can be mended. */
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
