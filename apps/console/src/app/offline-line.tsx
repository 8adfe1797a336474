import { useSyncExternalStore } from 'react';
import { useText } from '../lib/text.ts';

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
  return <div role="status">{!online && <div className="offline-line">{text('frame.offline')}</div>}</div>;
}
