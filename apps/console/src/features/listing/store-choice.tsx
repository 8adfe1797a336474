import type { Store } from '@bowerbird/contract/listing/stores';
import { Checkbox } from 'antd';
import { useId } from 'react';
import { Link } from 'react-router';
import { useFaultText } from '../../lib/text/fault-text.ts';
import { useText } from '../../lib/text/text.ts';
import { PlatformMark } from '../../ui/images/platform-mark.tsx';
import { Box, Row, Stack } from '../../ui/layout/box.tsx';
import { Text } from '../../ui/text/text.tsx';

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
    <Row
      as="label"
      htmlFor={id}
      className={chosen ? 'store-choice chosen' : open ? 'store-choice' : 'store-choice shut'}
      hover="ground"
      align="start"
      gap={12}
      shrink
      p={[12, 16]}
      border="line2"
      radius="xl"
    >
      <Checkbox
        id={id}
        checked={chosen}
        disabled={!open}
        onChange={({ target }) => onChoose(target.checked)}
      />
      <PlatformMark platform={store.platform} size={24} />
      <Stack as="span" grow shrink>
        <Text className="cut" weight={500}>
          {store.name}
        </Text>
        <span className="caption cut">{store.domain}</span>
        <Row as="span" inline align="center" gap={4} mt={2} font="caption" tone="t2">
          {text('listing.inStore', { n: store.counts.listed })}
        </Row>
        {rules !== null && <span className="caption cut">{text('listing.byRules', { name: rules })}</span>}
        {!open && (
          <Text className="store-choice-why tone-amber" font="caption">
            {store.fault === null ? text('listing.storeShut') : sentence(store.fault)}{' '}
            <Box as={Link} tone="inherit" to="/list/card">
              {text('listing.repair')}
            </Box>
          </Text>
        )}
      </Stack>
    </Row>
  );
}
