import type { Store } from '@bowerbird/contract/stores';
import { Checkbox } from 'antd';
import { useId } from 'react';
import { Link } from 'react-router';
import { useFaultText } from '../../lib/fault-text.ts';
import { useText } from '../../lib/text.ts';
import { PlatformMark } from '../../ui/images/platform-mark.tsx';

interface StoreChoiceProps {
  store: Store;
  /** The name of the rules applied to products of this store; null: unchanged. */
  rules: string | null;
  chosen: boolean;
  onChoose(on: boolean): void;
}

/** A store to tick; one that cannot be listed to says why, with a link to fix it. */
export function StoreChoice({ store, rules, chosen, onChoose }: StoreChoiceProps) {
  const text = useText();
  const sentence = useFaultText();
  const id = useId();
  const open = store.state === 'ready' || store.state === 'checking';
  return (
    <label
      htmlFor={id}
      className={chosen ? 'store-choice chosen' : open ? 'store-choice' : 'store-choice shut'}
    >
      <Checkbox
        id={id}
        checked={chosen}
        disabled={!open}
        onChange={({ target }) => onChoose(target.checked)}
      />
      <PlatformMark platform={store.platform} size={24} />
      <span className="store-choice-text">
        <span className="store-choice-name cut">{store.name}</span>
        <span className="caption cut">{store.domain}</span>
        <span className="store-choice-end">{text('listing.inStore', { n: store.counts.listed })}</span>
        {rules !== null && <span className="caption cut">{text('listing.byRules', { name: rules })}</span>}
        {!open && (
          <span className="store-choice-why tone-amber">
            {store.fault === null ? text('listing.storeShut') : sentence(store.fault)}{' '}
            <Link to="/list/card">{text('listing.repair')}</Link>
          </span>
        )}
      </span>
    </label>
  );
}
