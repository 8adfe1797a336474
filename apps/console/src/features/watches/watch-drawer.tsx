import type { Watch } from '@bowerbird/contract/watches';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { useText } from '../../lib/text.ts';
import { usePlatform } from '../../lib/use-platforms.ts';
import { SectionFault } from '../../ui/feedback/fault-row.tsx';
import { useToast } from '../../ui/feedback/toast.tsx';
import { Chip } from '../../ui/form/chip.tsx';
import { Row, Stack } from '../../ui/layout/box.tsx';
import { Drawer } from '../../ui/layout/drawer.tsx';
import { Text } from '../../ui/text/text.tsx';
import { useChangeWatch, useCreateWatch } from './queries.ts';
import { AddressField, ShopField, useAddressTarget } from './target-field.tsx';
import type { Target, WatchDraft } from './watch-draft.ts';
import { draftOf, newDraft, requestOf, shopOf } from './watch-draft.ts';
import { WatchFields } from './watch-fields.tsx';
import { whatText } from './watch-text.ts';

interface NewWatchDrawerProps {
  /** Recognised at once. */
  addresses: string[];
  /** Preselected: what a run collected, or a shop. */
  given: Target | null;
  onClose(): void;
}

/** What to watch, how often, and which events to report. */
export function NewWatchDrawer({ addresses, given, onClose }: NewWatchDrawerProps) {
  const text = useText();
  const toast = useToast();
  const create = useCreateWatch();
  const address = useAddressTarget(addresses);
  const [mode, setMode] = useState<Target['kind']>(given?.kind ?? 'addresses');
  const [shop, setShop] = useState<Target | null>(given?.kind === 'claimed' ? given : null);
  const [draft, setDraft] = useState<WatchDraft>(newDraft);
  const [tried, setTried] = useState(false);
  const ofAddresses = given?.kind === 'addresses' ? given : address.target;
  const target = mode === 'claimed' ? shop : typeof ofAddresses === 'string' ? null : ofAddresses;
  const supportsStockRequests = usePlatform(target?.platform ?? null)?.supportsStockRequests === true;
  const name = draft.named || target === null ? draft.name : shopOf(target).slice(0, 80);
  const missing = target === null && typeof address.target !== 'string';
  const targetError = tried && missing ? text('watches.fault.noTarget') : null;

  const save = () => {
    setTried(true);
    if (target === null || name.trim() === '') {
      return;
    }
    create.mutate(
      { ...requestOf({ ...draft, name }, supportsStockRequests), target },
      {
        onSuccess: (watch) => {
          toast({ state: 'complete', text: text('watches.created', { name: watch.name }) });
          onClose();
        },
      },
    );
  };
  return (
    <WatchDrawer title={text('watches.new')} busy={create.isPending} onSave={save} onClose={onClose}>
      {given?.kind === 'addresses' ? (
        <WhatLine target={given} />
      ) : (
        <>
          <Stack as="fieldset" className="watch-fieldset" gap={10} shrink m={0} p={0} border="none">
            <legend>{text('watches.what')}</legend>
            <Row as="span" wrap gap={8} shrink m={0} p={0} border="none">
              {(['addresses', 'claimed'] as const).map((kind) => (
                <Chip key={kind} set={mode === kind} onClick={() => setMode(kind)}>
                  {text(`watches.mode.${kind}`)}
                </Chip>
              ))}
            </Row>
          </Stack>
          {mode === 'addresses' ? (
            <AddressField address={address} error={targetError} />
          ) : (
            <ShopField value={shop} error={targetError} onTarget={setShop} />
          )}
        </>
      )}
      <WatchFields
        draft={{ ...draft, name }}
        tried={tried}
        supportsStockRequests={supportsStockRequests}
        onChange={setDraft}
      />
      {create.isError && <SectionFault failure={create.error} />}
    </WatchDrawer>
  );
}

export function EditWatchDrawer({ watch, onClose }: { watch: Watch; onClose(): void }) {
  const text = useText();
  const change = useChangeWatch();
  const supportsStockRequests = usePlatform(watch.target.platform)?.supportsStockRequests === true;
  const [draft, setDraft] = useState<WatchDraft>(() => draftOf(watch));
  const [tried, setTried] = useState(false);
  const save = () => {
    setTried(true);
    if (draft.name.trim() !== '') {
      change.mutate({ ...watch, ...requestOf(draft, supportsStockRequests) }, { onSuccess: onClose });
    }
  };
  return (
    <WatchDrawer title={text('watches.edit')} busy={change.isPending} onSave={save} onClose={onClose}>
      <WhatLine target={watch.target} />
      <WatchFields
        draft={draft}
        tried={tried}
        supportsStockRequests={supportsStockRequests}
        onChange={setDraft}
      />
      {change.isError && <SectionFault failure={change.error} />}
    </WatchDrawer>
  );
}

interface WatchDrawerProps {
  title: string;
  busy: boolean;
  onSave(): void;
  onClose(): void;
  children: ReactNode;
}

function WatchDrawer({ title, busy, onSave, onClose, children }: WatchDrawerProps) {
  const text = useText();
  return (
    <Drawer
      title={title}
      open
      onClose={onClose}
      footer={
        <Row justify="end" gap={10}>
          <Button onClick={onClose}>{text('act.cancel')}</Button>
          <Button type="primary" loading={busy} onClick={onSave}>
            {text('act.save')}
          </Button>
        </Row>
      }
    >
      <Stack className="watch-form" gap={18}>
        {children}
      </Stack>
    </Drawer>
  );
}

function WhatLine({ target }: { target: Target }) {
  const text = useText();
  const words = whatText(text, { target, shop: shopOf(target) });
  return (
    <Stack className="field" relative gap={4} shrink>
      <Row
        className="field-head"
        align="center"
        justify="between"
        gap={12}
        minH={22}
        font="small"
        weight={500}
      >
        <span>{text('watches.what')}</span>
      </Row>
      <Text as="p" anywhere>
        {words}
      </Text>
    </Stack>
  );
}
