import type { Store } from '@bowerbird/contract/listing/stores';
import { Button, Input, Modal } from 'antd';
import { useState } from 'react';
import { CallFailure } from '../../lib/api/call-failure.ts';
import { usePlatform } from '../../lib/data/use-platforms.ts';
import { useFormat } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/text.ts';
import { Notice } from '../../ui/feedback/fault-row.tsx';
import { StateGlyph } from '../../ui/feedback/state-glyph.tsx';
import { useToast } from '../../ui/feedback/toast.tsx';
import { useReportFailure } from '../../ui/feedback/use-report-failure.ts';
import { Field } from '../../ui/form/field.tsx';
import { Stack } from '../../ui/layout/box.tsx';
import { Drawer } from '../../ui/layout/drawer.tsx';
import { Text } from '../../ui/text/text.tsx';
import { placeOf, useConnectSentence } from './connect-fault.ts';
import { CredentialsFields, filledIn, missingFields } from './credentials-fields.tsx';
import { useBeginGrantAgain, useCheckStore, useUpdateStore } from './queries.ts';
import { RightsList } from './rights-list.tsx';

interface StoreDrawerProps {
  store: Store;
  onClose(): void;
}

/** The permissions of a store as of the last check. */
export function RightsDrawer({ store, onClose }: StoreDrawerProps) {
  const text = useText();
  const format = useFormat();
  const reportFailure = useReportFailure();
  const check = useCheckStore();
  const { rights, platform, connection, checkedAt } = check.data ?? store;
  return (
    <Drawer
      title={text('stores.rights.of', { store: store.name })}
      open
      onClose={onClose}
      width={480}
      footer={
        <div className="connect-foot bare">
          <Button
            loading={check.isPending}
            onClick={() => check.mutate(store.id, { onError: reportFailure })}
          >
            {text('stores.check.again')}
          </Button>
        </div>
      }
    >
      <RightsList rights={rights} platform={platform} connection={connection} />
      {checkedAt !== null && (
        <Text as="p" className="caption" mt={12}>
          {text('stores.checkedAt', { time: format.relative(checkedAt) })}
        </Text>
      )}
    </Drawer>
  );
}

export function RenameDialog({ store, onClose }: StoreDrawerProps) {
  const text = useText();
  const reportFailure = useReportFailure();
  const update = useUpdateStore();
  const [name, setName] = useState(store.name);
  const [error, setError] = useState<string | null>(null);
  const save = () => {
    if (name.trim() === '') {
      setError(text('stores.required'));
      return;
    }
    update.mutate(
      { id: store.id, change: { name: name.trim() } },
      { onError: reportFailure, onSuccess: onClose },
    );
  };
  return (
    <Modal
      open
      centered
      width={440}
      title={text('stores.rename')}
      okText={text('act.save')}
      cancelText={text('act.cancel')}
      confirmLoading={update.isPending}
      onOk={save}
      onCancel={onClose}
    >
      <Field label={text('stores.name')} error={error}>
        {(control) => (
          <Input
            {...control}
            autoFocus
            maxLength={80}
            value={name}
            onChange={({ target }) => setName(target.value)}
            onPressEnter={save}
          />
        )}
      </Field>
    </Modal>
  );
}

/** New credentials for a store; they are tested before they replace the old ones in its runs. */
export function CredentialsDrawer({ store, onClose }: StoreDrawerProps) {
  const text = useText();
  const toast = useToast();
  const sentence = useConnectSentence();
  const update = useUpdateStore();
  const grant = useBeginGrantAgain();
  const ways = usePlatform(store.platform)?.connections ?? [];
  const [wayId, setWayId] = useState(store.connection);
  const way = ways.find(({ id }) => id === wayId);
  const [values, setValues] = useState<Record<string, string>>({});
  const [errors, setErrors] = useState<Record<string, string>>({});
  const reported = errors.form;

  const reportFault = (thrown: unknown) => {
    const refused = CallFailure.from(thrown);
    setErrors({ [placeOf(refused, way)]: sentence(refused) });
  };
  const send = () => {
    const empty = missingFields(way, values, text('stores.required'));
    setErrors(empty);
    if (Object.keys(empty).length > 0 || way === undefined) {
      return;
    }
    const credentials = filledIn(way, values);
    if (way.granted !== undefined) {
      grant.mutate({ id: store.id, connection: way.id, credentials }, { onError: reportFault });
      return;
    }
    update.mutate(
      { id: store.id, change: { connection: way.id, credentials } },
      {
        onSuccess: (checked) => {
          if (checked.fault === null) {
            toast({ state: 'complete', text: text('stores.check.good', { store: checked.name }) });
            onClose();
          } else {
            setErrors({ [placeOf(checked.fault, way)]: sentence(checked.fault) });
          }
        },
        onError: reportFault,
      },
    );
  };
  return (
    <Drawer
      title={text('stores.credentials.of', { store: store.name })}
      open
      onClose={onClose}
      width={560}
      flush
    >
      <Stack
        as="form"
        className="connect"
        grow
        shrink
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <Stack grow gap={18} p={[20, 24]} overflow="auto">
          {store.secretEnding !== null && (
            <p className="quiet">{text('stores.ending', { ending: store.secretEnding })}</p>
          )}
          {reported !== undefined && (
            <div role="alert">
              <Notice tone="amber" before={<StateGlyph state="refused" />}>
                {reported}
              </Notice>
            </div>
          )}
          <CredentialsFields
            platform={store.platform}
            ways={ways}
            connection={wayId}
            onConnection={(id) => {
              setWayId(id);
              setErrors({});
            }}
            values={values}
            onValues={(changed) => {
              setValues(changed);
              setErrors({});
            }}
            errors={errors}
          />
        </Stack>
        <div className="connect-foot">
          <Button
            type="primary"
            htmlType="submit"
            loading={update.isPending || grant.isPending || grant.isSuccess}
          >
            {text(way?.granted !== undefined ? 'stores.grant.go' : 'stores.credentials.save')}
          </Button>
        </div>
      </Stack>
    </Drawer>
  );
}
