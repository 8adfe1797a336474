import { useSyncExternalStore } from 'react';
import { useText } from '../../lib/text/text.ts';
import { Box } from '../../ui/layout/box.tsx';

function subscribe(changed: () => void): () => void {
  addEventListener('online', changed);
  addEventListener('offline', changed);
  return () => {
    removeEventListener('online', changed);
    removeEventListener('offline', changed);
  };
}

/** Shows under the tabs that the network is down. */
export function OfflineLine() {
  const text = useText();
  const online = useSyncExternalStore(subscribe, () => navigator.onLine);
  return (
    <div role="status">
      {!online && (
        <Box className="offline-line" rigid font="small" tone="amber" ground="amber-s">
          {text('frame.offline')}
        </Box>
      )}
    </div>
  );
}
