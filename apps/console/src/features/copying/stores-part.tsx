import type { Store } from '@bowerbird/contract/stores';
import { Checkbox } from 'antd';
import { Link } from 'react-router';
import { useFaultText } from '../../lib/fault-text.ts';
import { useText } from '../../lib/text.ts';
import { PlatformMark } from '../../ui/images/platform-mark.tsx';

interface StoresPartProps {
  stores: Store[];
  chosen: string[];
  onChosen(ids: string[]): void;
}

export function isReady({ state }: Store): boolean {
  return state === 'ready' || state === 'checking';
}

/** The merchant's stores to tick; a store that accepts nothing now says why, with a link to fix it. */
export function StoresPart({ stores, chosen, onChosen }: StoresPartProps) {
  const text = useText();
  const sentence = useFaultText();
  return (
    <div className="copy-stores">
      {stores.map((store) => {
        const ready = isReady(store);
        const on = ready && chosen.includes(store.id);
        return (
          <div key={store.id} className={on ? 'copy-store chosen' : 'copy-store'}>
            <Checkbox
              checked={on}
              disabled={!ready}
              onChange={({ target }) =>
                onChosen(target.checked ? [...chosen, store.id] : chosen.filter((id) => id !== store.id))
              }
            >
              <span className="copy-store-text">
                <PlatformMark platform={store.platform} size={24} />
                <span className="copy-store-names">
                  <span className="copy-store-name cut">{store.name}</span>
                  <span className="caption cut">{store.domain}</span>
                </span>
              </span>
            </Checkbox>
            {!ready && (
              <span className="copy-store-why tone-amber">
                {store.fault === null ? text('copying.storeShut') : sentence(store.fault)}{' '}
                <Link to="/list/card">{text('copying.repair')}</Link>
              </span>
            )}
          </div>
        );
      })}
    </div>
  );
}
