import type { DriftField, DriftSide } from '@bowerbird/contract/listing/states';
import { Button } from 'antd';
import { useState } from 'react';
import { useText } from '../../../lib/text/text.ts';
import { Box, Grid, Row, Stack } from '../../../ui/layout/box.tsx';
import { Text } from '../../../ui/text/text.tsx';
import { DriftValue, driftText } from './drift-value.tsx';

interface DriftRowProps {
  field: DriftField;
  currency: string | null;
  busy: boolean;
  onDecide(side: DriftSide): void;
}

/** Longer texts, in characters, are shown in part until expanded. */
const longText = 240;

/** One field with the store's value next to ours, and the possible actions. */
export function DriftRow({ field, currency, busy, onDecide }: DriftRowProps) {
  const text = useText();
  const [whole, setWhole] = useState(false);
  const { kind, variant, canPull, canPush, because } = field;
  const name = text(`drift.kind.${kind}`);
  const of = variant !== null && variant.length > 0 ? variant.join(' · ') : null;
  const [store, ours] = [driftText(kind, field.store), driftText(kind, field.ours)];
  const isLong = kind === 'description' && Math.max(store.length, ours.length) > longText;
  const isSameText = kind === 'description' && store === ours && store !== '';
  const sent = driftText(kind, field.sent);
  return (
    <Grid
      as="section"
      className="drift-row"
      columns="minmax(96px, 148px) repeat(2, minmax(0, 1fr)) auto"
      align="start"
      gap={[4, 16]}
      p={[8, 0]}
      aria-label={of === null ? name : `${name}, ${of}`}
    >
      <Text className="drift-row-name" shrink tone="t2">
        {name}
        {of !== null && <span className="caption cut">{of}</span>}
      </Text>
      {kind === 'other' ? (
        <Box as="span" className="quiet" column="span 2">
          {text('drift.other')}
        </Box>
      ) : (
        (['store', 'ours'] as const).map((which) => (
          <Stack
            as="span"
            key={which}
            className={whole ? `drift-cell ${which} whole` : `drift-cell ${which}`}
            gap={2}
            shrink
            maxH={168}
            overflow="auto"
            anywhere
          >
            <Text tone="t3" font="caption">
              {text(`drift.${which}`)}
            </Text>
            <DriftValue field={field} which={which} currency={currency} whole={whole} />
            {which === 'ours' && sent !== ours && (kind === 'title' || kind === 'tags') && (
              <span className="caption">{text('drift.sent', { value: sent })}</span>
            )}
          </Stack>
        ))
      )}
      <Row as="span" className="drift-row-actions" gap={6}>
        <Button
          size="small"
          disabled={busy || !canPull}
          {...(!canPull && because !== null && { title: text(`drift.because.${because}`) })}
          onClick={() => onDecide('store')}
        >
          {text('drift.pull')}
        </Button>
        <Button
          size="small"
          disabled={busy || !canPush}
          {...(!canPush && because !== null && { title: text(`drift.because.${because}`) })}
          onClick={() => onDecide('ours')}
        >
          {text('drift.push')}
        </Button>
        <Button size="small" type="text" disabled={busy} onClick={() => onDecide('leave')}>
          {text('drift.leave')}
        </Button>
      </Row>
      {(isLong || isSameText) && (
        <Box as="span" className="caption drift-row-because" column="2 / -1">
          {isSameText && `${text('drift.sameText')} `}
          {isLong && (
            <button
              type="button"
              className="link-button"
              aria-expanded={whole}
              onClick={() => setWhole(!whole)}
            >
              {text(whole ? 'drift.less' : 'drift.whole')}
            </button>
          )}
        </Box>
      )}
      {because !== null && because !== 'unread' && (
        <Box as="span" className="caption drift-row-because" column="2 / -1">
          {text(`drift.because.${because}`)}
        </Box>
      )}
    </Grid>
  );
}
