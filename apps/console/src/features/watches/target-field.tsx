import type { Recognition } from '@bowerbird/contract/collect/collect';
import { Input, Select } from 'antd';
import { useMemo, useState } from 'react';
import type { RefCallBack } from 'react-hook-form';
import { usePlatform } from '../../lib/data/use-platforms.ts';
import { isSupplier } from '../../lib/data/use-shop-names.ts';
import { addressesIn } from '../../lib/kept/pasted-addresses.ts';
import { useFaultText } from '../../lib/text/fault-text.ts';
import { useText } from '../../lib/text/text.ts';
import { Notice, SectionFault } from '../../ui/feedback/fault-row.tsx';
import { StateGlyph } from '../../ui/feedback/state-glyph.tsx';
import { Chip } from '../../ui/form/chip.tsx';
import { Field } from '../../ui/form/field.tsx';
import { PlatformMark } from '../../ui/images/platform-mark.tsx';
import { Row } from '../../ui/layout/box.tsx';
import { useClaimedShops, useRecognised } from './queries.ts';
import type { Target, TargetFault } from './watch-draft.ts';
import { targetOf } from './watch-draft.ts';

/** Pasted addresses and their result. */
export interface AddressTarget {
  typed: string;
  type(words: string): void;
  /** Starts the recognition of the typed text. */
  recognise(): void;
  requested: string[];
  whole: boolean;
  takeWhole(whole: boolean): void;
  recognised: ReturnType<typeof useRecognised>;
  /** The resulting watch target, or why there is none; null until known. */
  target: Target | TargetFault | null;
}

/** `start` is recognised at once. */
export function useAddressTarget(start: string[]): AddressTarget {
  const [typed, type] = useState(start.join('\n'));
  const [requested, setRequested] = useState(start);
  const [whole, takeWhole] = useState(false);
  const recognised = useRecognised(requested);
  const results = recognised.data;
  const target = useMemo(
    () => (requested.length > 0 && results !== undefined ? targetOf(results, whole) : null),
    [requested, results, whole],
  );
  return {
    typed,
    type,
    requested,
    whole,
    takeWhole,
    recognised,
    recognise: () => {
      const addresses = addressesIn(typed);
      if (addresses.join('\n') !== requested.join('\n')) {
        setRequested(addresses);
        takeWhole(false);
      }
    },
    target,
  };
}

interface TargetFieldProps {
  error: string | null;
  controlRef: RefCallBack;
}

interface AddressFieldProps extends TargetFieldProps {
  address: AddressTarget;
}

/** Field for pasted addresses, with what they are recognised as. */
export function AddressField({ address, error, controlRef }: AddressFieldProps) {
  const text = useText();
  const { typed, type, recognise, requested, recognised } = address;
  return (
    <>
      <Field label={text('watches.address')} error={error} hint={text('watches.address.hint')}>
        {(control) => (
          <Input.TextArea
            {...control}
            ref={controlRef}
            autoSize={{ minRows: 1, maxRows: 6 }}
            value={typed}
            placeholder="https://"
            onChange={({ target }) => type(target.value)}
            onBlur={recognise}
            onPressEnter={(event) => {
              if (!event.shiftKey) {
                event.preventDefault();
                recognise();
              }
            }}
          />
        )}
      </Field>
      {requested.length > 0 && recognised.isFetching && (
        <p className="caption" role="status">
          {text('collect.recognising')}
        </p>
      )}
      {recognised.isError && (
        <SectionFault failure={recognised.error} onRetry={() => void recognised.refetch()} />
      )}
      {recognised.data !== undefined && requested.length > 0 && (
        <Recognised address={address} results={recognised.data} />
      )}
    </>
  );
}

function Recognised({ address, results }: { address: AddressTarget; results: Recognition[] }) {
  const text = useText();
  const sentence = useFaultText();
  const { target, whole, takeWhole } = address;
  const platform = usePlatform(target === null || typeof target === 'string' ? null : target.platform);
  if (target === null) {
    return null;
  }
  if (typeof target === 'string') {
    const fault = results.find(({ candidates }) => candidates.length === 0)?.fault ?? null;
    return (
      <div role="alert">
        <Notice tone="amber" before={<StateGlyph state="refused" />}>
          {fault === null ? text(target) : sentence(fault)}
        </Notice>
      </div>
    );
  }
  const [only] = results;
  const own = only?.candidates[0]?.scope;
  return (
    <Row
      wrap
      align="center"
      justify="between"
      gap={[8, 12]}
      p={[10, 14]}
      radius="m"
      font="small"
      ground="canvas"
    >
      <Row as="span" inline align="center" gap={8} weight={500}>
        <PlatformMark platform={target.platform} size={20} named />
        {platform?.name ?? target.platform}
      </Row>
      {results.length === 1 && own !== undefined && own !== 'shop' ? (
        <Row as="span" wrap gap={8} shrink m={0} p={0} border="none">
          <Chip set={!whole} onClick={() => takeWhole(false)}>
            {text(own === 'category' ? 'collect.scope.thisCategory' : `collect.scope.${own}`)}
          </Chip>
          <Chip set={whole} onClick={() => takeWhole(true)}>
            {text('collect.scope.shop')}
          </Chip>
        </Row>
      ) : (
        <span className="quiet">
          {results.length > 1
            ? text('watches.recognised.many', { n: results.length })
            : text('collect.scope.shop')}
        </span>
      )}
    </Row>
  );
}

interface ShopFieldProps extends TargetFieldProps {
  value: Target | null;
  onTarget(target: Target): void;
}

/** Chooses one of the shops from which products were claimed. */
export function ShopField({ value, error, controlRef, onTarget }: ShopFieldProps) {
  const text = useText();
  const shops = useClaimedShops(true);
  // Files of suppliers are watched where they are imported.
  const watchable = (shops.data ?? []).filter(({ value: shop }) => !isSupplier(shop));
  const key = (platform: string, shop: string) => `${platform} ${shop}`;
  if (shops.isError) {
    return <SectionFault failure={shops.error} onRetry={() => void shops.refetch()} />;
  }
  return (
    <Field label={text('watches.shop')} error={error} hint={text('watches.shop.hint')}>
      {(control) => (
        <Select
          {...control}
          ref={controlRef}
          showSearch
          loading={shops.isPending}
          value={value?.kind === 'claimed' ? key(value.platform, value.shop) : null}
          placeholder={text('watches.shop.choose')}
          notFoundContent={text('watches.shop.none')}
          options={watchable.map((shop) => ({
            value: key(shop.platform, shop.value),
            label: text('watches.shop.option', { shop: shop.value, n: shop.count }),
          }))}
          onChange={(chosen: string) => {
            const [platform = '', shop = ''] = chosen.split(' ');
            onTarget({ kind: 'claimed', platform, shop });
          }}
        />
      )}
    </Field>
  );
}
