import { Button } from 'antd';
import { useState } from 'react';
import { CallFailure } from '../../lib/api/call-failure.ts';
import { usePlatforms } from '../../lib/data/use-platforms.ts';
import { useText } from '../../lib/text/text.ts';
import { Notice } from '../../ui/feedback/fault-row.tsx';
import { StateGlyph } from '../../ui/feedback/state-glyph.tsx';
import { Box, Stack } from '../../ui/layout/box.tsx';
import { Steps } from '../../ui/layout/steps.tsx';
import { Text } from '../../ui/text/text.tsx';
import { AddressStep, nameFrom } from './address-step.tsx';
import { placeOf, rightsOf, useConnectSentence } from './connect-fault.ts';
import { Connected } from './connected.tsx';
import { CredentialsFields, filledIn, missingFields } from './credentials-fields.tsx';
import { PlatformStep } from './platform-step.tsx';
import { useBeginGrant, useConnectStore } from './queries.ts';
import { RightsList } from './rights-list.tsx';

const stepKeys = ['platform', 'address', 'credentials'] as const;

/**
 * The three steps: platform, address, credentials. If a shop itself grants our app access, the last step leads to that
 * shop.
 */
export function ConnectForm({ onClose }: { onClose(): void }) {
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
  const grant = useBeginGrant();
  const sentence = useConnectSentence();

  if (connect.data !== undefined) {
    return <Connected store={connect.data} onClose={onClose} />;
  }
  const thrown = connect.error ?? grant.error;
  const failure = thrown === null ? null : CallFailure.from(thrown);
  const missing = failure === null ? [] : rightsOf(failure);
  const reported = failure !== null && missing.length === 0 && placeOf(failure, way) === 'form';

  const send = () => {
    const empty = missingFields(way, values, text('stores.required'));
    setErrors(empty);
    if (Object.keys(empty).length > 0 || platform === undefined || way === undefined) {
      return;
    }
    const credentials = filledIn(way, values);
    const request = { platform: platform.id, domain: domain.trim(), connection: way.id, credentials };
    const begun = way.granted === undefined ? connect : grant;
    begun.mutate(
      { ...request, name: name.trim() || nameFrom(domain) },
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
    <Stack
      as="form"
      className="connect"
      grow
      shrink
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        next();
      }}
    >
      <Stack grow gap={18} p={[20, 24]} overflow="auto">
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
            {reported && failure !== null && (
              <div role="alert">
                <Notice tone="amber" before={<StateGlyph state="refused" />}>
                  {sentence(failure)}
                </Notice>
              </div>
            )}
            {missing.length > 0 && (
              <Box as="section" p={[14, 16, 6]} border="line" radius="xl" role="alert">
                <Text as="h3" font="body" weight={600}>
                  {text('stores.check.missing', { n: missing.filter(({ held }) => !held).length })}
                </Text>
                <RightsList rights={missing} platform={platform.id} connection={way.id} />
              </Box>
            )}
            <CredentialsFields
              platform={platform.id}
              ways={platform.connections}
              connection={way.id}
              onConnection={(id) => {
                setWayId(id);
                setErrors({});
                connect.reset();
                grant.reset();
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
      </Stack>
      <div className="connect-foot">
        {step > 0 && <Button onClick={() => setStep(step - 1)}>{text('stores.back')}</Button>}
        <Button
          type="primary"
          htmlType="submit"
          loading={connect.isPending || grant.isPending || grant.isSuccess}
          disabled={platform === undefined}
        >
          {text(
            step < 2
              ? 'stores.next'
              : way?.granted !== undefined
                ? 'stores.grant.go'
                : missing.length > 0
                  ? 'stores.check.again'
                  : 'stores.connect.go',
          )}
        </Button>
      </div>
    </Stack>
  );
}
