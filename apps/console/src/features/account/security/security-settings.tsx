import type { Security } from '@bowerbird/contract/account/security';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { useFormat } from '../../../lib/text/format.ts';
import { useText } from '../../../lib/text/text.ts';
import { SectionFault } from '../../../ui/feedback/fault-row.tsx';
import { SkeletonRows } from '../../../ui/feedback/skeleton.tsx';
import { Row as RowBox } from '../../../ui/layout/box.tsx';
import { SectionHead } from '../../../ui/layout/section-head.tsx';
import { Text } from '../../../ui/text/text.tsx';
import { useSecurity } from '../settings/own-account-queries.ts';
import { AddressDialog } from './address-dialog.tsx';
import { ChangePasswordDialog } from './change-password-dialog.tsx';
import { RenewCodesDialog } from './renew-codes-dialog.tsx';
import { SessionList } from './session-list.tsx';
import { TwoStepDialog } from './two-step-dialog.tsx';
import { TwoStepOffDialog } from './two-step-off-dialog.tsx';

type Task = 'password' | 'phone' | 'mail' | 'two-step' | 'two-step-off' | 'codes';

/** The account's security settings, row by row, and the active sessions. */
export default function SecuritySettings() {
  const text = useText();
  const security = useSecurity();
  const [task, setTask] = useState<Task | null>(null);
  const close = () => setTask(null);
  return (
    <div className="settings-sections">
      <section>
        <SectionHead title={text('account.settings.menuMap.security')} />
        {security.data !== undefined ? (
          <GuardRows security={security.data} onTask={setTask} />
        ) : security.isError ? (
          <SectionFault failure={security.error} onRetry={() => void security.refetch()} />
        ) : (
          <SkeletonRows rows={4} />
        )}
      </section>
      <SessionList />
      {task === 'password' && <ChangePasswordDialog onClose={close} />}
      {task === 'phone' && (
        <AddressDialog channel="sms" first={security.data?.phone === null} onClose={close} />
      )}
      {task === 'mail' && <AddressDialog channel="mail" onClose={close} />}
      {task === 'two-step' && <TwoStepDialog onClose={close} />}
      {task === 'two-step-off' && <TwoStepOffDialog onClose={close} />}
      {task === 'codes' && <RenewCodesDialog onClose={close} />}
    </div>
  );
}

function GuardRows({ security, onTask }: { security: Security; onTask(task: Task): void }) {
  const text = useText();
  const format = useFormat();
  const { passwordStrength, passwordChangedAt, phone, email, twoStep } = security;
  return (
    <ul className="settings-rows">
      <Row
        title={text('account.security.password')}
        value={
          <>
            {passwordStrength !== null && (
              <Text className={`guard-word ${passwordStrength}`} weight={500}>
                {text(`account.security.strength.${passwordStrength}`)}
              </Text>
            )}
            <span>
              {passwordChangedAt === null
                ? text('account.security.password.first')
                : text('account.security.password.changed', { time: format.relative(passwordChangedAt) })}
            </span>
          </>
        }
        actions={[
          {
            label: text('account.modify'),
            name: text('account.security.password.modify'),
            act: () => onTask('password'),
          },
        ]}
      />
      <Row
        title={text('account.security.phone')}
        value={phone ?? text('account.security.phone.none')}
        actions={[
          {
            label: phone === null ? text('account.bind') : text('account.replace'),
            name:
              phone === null ? text('account.security.phone.bind') : text('account.security.phone.modify'),
            act: () => onTask('phone'),
          },
        ]}
      />
      <Row
        title={text('account.security.mail')}
        value={email}
        actions={[
          {
            label: text('account.replace'),
            name: text('account.security.mail.modify'),
            act: () => onTask('mail'),
          },
        ]}
      />
      <Row
        title={text('account.security.twoStep')}
        value={
          twoStep.on ? (
            <>
              <Text className="guard-word strong" weight={500}>
                {text('account.security.twoStep.since', {
                  time: twoStep.since === null ? '' : format.day(twoStep.since),
                })}
              </Text>
              <span className={twoStep.recoveryCodesLeft < 3 ? 'tone-amber' : ''}>
                {text('account.security.twoStep.left', { n: twoStep.recoveryCodesLeft })}
              </span>
            </>
          ) : (
            text('account.security.twoStep.off')
          )
        }
        actions={
          twoStep.on
            ? [
                { label: text('account.security.codes.renew'), act: () => onTask('codes') },
                {
                  label: text('account.security.twoStep.turnOff'),
                  name: text('account.security.twoStep.turnOff.name'),
                  act: () => onTask('two-step-off'),
                },
              ]
            : [
                {
                  label: text('account.turnOn'),
                  name: text('account.security.twoStep.turnOn'),
                  act: () => onTask('two-step'),
                },
              ]
        }
      />
    </ul>
  );
}

interface RowProps {
  title: string;
  value: ReactNode;
  /** `name` is the accessible name if the label alone does not say what it changes. */
  actions: { label: string; name?: string; act(): void }[];
}

function Row({ title, value, actions }: RowProps) {
  return (
    <li className="settings-row">
      <div className="settings-row-text">
        <span className="settings-row-title">{title}</span>
        <span className="settings-row-value">{value}</span>
      </div>
      <RowBox rigid align="center" gap={16}>
        {actions.map(({ label, name, act }) => (
          <button key={label} type="button" className="link-button" aria-label={name} onClick={act}>
            {label}
          </button>
        ))}
      </RowBox>
    </li>
  );
}
