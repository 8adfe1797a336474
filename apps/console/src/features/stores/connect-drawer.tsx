import type { Store } from '@bowerbird/contract/stores';
import { Button } from 'antd';
import { useState } from 'react';
import { CallFailure } from '../../lib/call-failure.ts';
import { usePage } from '../../lib/page.ts';
import { useText } from '../../lib/text.ts';
import { usePlatforms } from '../../lib/use-platforms.ts';
import { Drawer } from '../../ui/drawer.tsx';
import { Notice } from '../../ui/fault-row.tsx';
import { StateGlyph } from '../../ui/state-glyph.tsx';
import { Steps } from '../../ui/steps.tsx';
import { AddressStep, nameFrom } from './address-step.tsx';
import { placeOf, rightsOf, useConnectSentence } from './connect-fault.ts';
import { CredentialsFields, missingFields } from './credentials-fields.tsx';
import { PlatformStep } from './platform-step.tsx';
import { useConnectStore } from './queries.ts';
import { RightsList } from './rights-list.tsx';

const stepKeys = ['platform', 'address', 'credentials'] as const;

/** Connects a store in three steps; what the check found stands where it can be mended. */
export function ConnectDrawer({ open, onClose }: { open: boolean; onClose(): void }) {
  const text = useText();
  return (
    <Drawer title={text('stores.connect')} open={open} onClose={onClose} width={560} flush>
      <ConnectForm onClose={onClose} />
    </Drawer>
  );
}

function ConnectForm({ onClose }: { onClose(): void }) {
  const text = useText();
  const platforms = usePlatforms().filter(({ lists }) => lists);
  const [step, setStep] = useState(0);
  const [chosen, setChosen] = useState<string | null>(null);
  const platform = platforms.find(({ id }) => id === chosen) ?? platforms[0];
  const [domain, setDomain] = useState('');
  const [name, setName] = useState('');
  const [wayId, setWayId] = useState<string | null>(null);
  const way = platform?.connections.find(({ id }) => id === wayId) ?? platform?.connections[0];
  const [values, setValues] = useState<Record<string, string>>({});
  const [errors, setErrors] = useState<Record<string, string>>({});
  const connect = useConnectStore();
  const sentence = useConnectSentence();

  if (connect.data !== undefined) {
    return <Connected store={connect.data} onClose={onClose} />;
  }
  const failure = connect.error === null ? null : CallFailure.from(connect.error);
  const missing = failure === null ? [] : rightsOf(failure);
  const told = failure !== null && missing.length === 0 && placeOf(failure, way) === 'form';

  const send = () => {
    const empty = missingFields(way, values, text('stores.required'));
    setErrors(empty);
    if (Object.keys(empty).length > 0 || platform === undefined || way === undefined) {
      return;
    }
    const credentials = Object.fromEntries(
      way.fields.map((field) => [field.name, values[field.name]?.trim() ?? '']),
    );
    const ask = { platform: platform.id, domain: domain.trim(), connection: way.id, credentials };
    connect.mutate(
      { ...ask, name: name.trim() || nameFrom(domain) },
      {
        onError: (thrown) => {
          const refused = CallFailure.from(thrown);
          const place = placeOf(refused, way);
          if (place !== 'form') {
            setErrors({ [place]: sentence(refused) });
          }
          if (place === 'domain') {
            setStep(1);
          }
        },
      },
    );
  };
  const next = () => {
    if (step === 1 && domain.trim() === '') {
      setErrors({ domain: text('stores.required') });
      return;
    }
    if (step < 2) {
      setErrors({});
      setStep(step + 1);
    } else {
      send();
    }
  };

  return (
    <form
      className="connect"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        next();
      }}
    >
      <div className="connect-body">
        <Steps
          label={text('stores.connect')}
          current={step}
          steps={stepKeys.map((key) => ({ key, title: text(`stores.step.${key}`) }))}
          onBack={setStep}
        />
        {step === 0 && (
          <PlatformStep platforms={platforms} value={platform?.id ?? null} onChange={setChosen} />
        )}
        {step === 1 && (
          <AddressStep
            platform={platform?.id ?? ''}
            domain={domain}
            onDomain={setDomain}
            name={name}
            onName={setName}
            error={errors.domain ?? null}
          />
        )}
        {step === 2 && platform !== undefined && way !== undefined && (
          <>
            {told && failure !== null && (
              <div role="alert">
                <Notice tone="amber" before={<StateGlyph state="refused" />}>
                  {sentence(failure)}
                </Notice>
              </div>
            )}
            {missing.length > 0 && (
              <section className="connect-check" role="alert">
                <h3>{text('stores.check.missing', { n: missing.filter(({ held }) => !held).length })}</h3>
                <RightsList rights={missing} platform={platform.id} connection={way.id} />
              </section>
            )}
            <CredentialsFields
              platform={platform.id}
              ways={platform.connections}
              connection={way.id}
              onConnection={(id) => {
                setWayId(id);
                setErrors({});
                connect.reset();
              }}
              values={values}
              onValues={(changed) => {
                setValues(changed);
                setErrors({});
              }}
              errors={errors}
            />
          </>
        )}
      </div>
      <div className="connect-foot">
        {step > 0 && <Button onClick={() => setStep(step - 1)}>{text('stores.back')}</Button>}
        <Button
          type="primary"
          htmlType="submit"
          loading={connect.isPending}
          disabled={platform === undefined}
        >
          {text(step < 2 ? 'stores.next' : missing.length > 0 ? 'stores.check.again' : 'stores.connect.go')}
        </Button>
      </div>
    </form>
  );
}

/** What the check found at a store that is connected now. */
function Connected({ store, onClose }: { store: Store; onClose(): void }) {
  const text = useText();
  const page = usePage();
  return (
    <div className="connect">
      <div className="connect-body">
        <Notice tone="green" before={<StateGlyph state="complete" />}>
          {text('stores.connected', { store: store.name })}
        </Notice>
        <RightsList rights={store.rights} platform={store.platform} connection={store.connection} />
        {store.secretEnding !== null && (
          <p className="caption">{text('stores.ending', { ending: store.secretEnding })}</p>
        )}
      </div>
      <div className="connect-foot">
        <Button
          onClick={() => {
            onClose();
            page.open('/form/step-form');
          }}
        >
          {text('stores.listNow')}
        </Button>
        <Button type="primary" onClick={onClose}>
          {text('stores.done')}
        </Button>
      </div>
    </div>
  );
}
