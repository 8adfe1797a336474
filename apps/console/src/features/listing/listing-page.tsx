import { Button } from 'antd';
import { useEffect, useState } from 'react';
import { takeHanded } from '../../lib/kept/handed-selection.ts';
import { useText } from '../../lib/text/text.ts';
import { Notice } from '../../ui/feedback/fault-row.tsx';
import { StateGlyph } from '../../ui/feedback/state-glyph.tsx';
import { PageHead } from '../../ui/layout/page-head.tsx';
import { Steps } from '../../ui/layout/steps.tsx';
import { CheckStep } from './check-step.tsx';
import type { ListingDraft } from './draft.ts';
import { firstDraft, keepDraft, readDraft } from './draft.ts';
import { RulesStep } from './rules/rules-step.tsx';
import { StoresStep } from './stores-step.tsx';
import { useRemovedStores } from './use-removed-stores.ts';
import './listing.css';
import './risk/risk.css';
import './rules/rules.css';

/** Bulk listing: which products to which stores, a preview, and the start. Going back keeps everything. */
export default function ListingPage() {
  const text = useText();
  const [draft, setDraft] = useState<ListingDraft>(readDraft);
  const [step, setStep] = useState(0);

  // Runs each time the page is shown: another page may have passed on a selection meanwhile.
  useEffect(() => {
    const handed = takeHanded();
    if (handed !== null) {
      // Releases and fixes applied to the previous products only.
      setDraft((held) => {
        const { released: _released, remedies: _remedies, ...options } = held.options;
        return { ...held, handed, options };
      });
      setStep(0);
    }
  }, []);
  useEffect(() => keepDraft(draft), [draft]);
  const { removed, close } = useRemovedStores(draft.storeIds, (ids) => {
    setDraft((held) => ({ ...held, storeIds: held.storeIds.filter((id) => !ids.includes(id)) }));
    setStep(0);
  });

  return (
    <div className="page listing-page">
      <PageHead
        title={text('menu.listing.bulk')}
        before={undefined}
        hint={
          <Steps
            label={text('listing.steps')}
            current={step}
            steps={[
              { key: 'stores', title: text('listing.step.stores') },
              { key: 'rules', title: text('listing.step.rules') },
              { key: 'check', title: text('listing.step.check') },
              { key: 'run', title: text('listing.step.run') },
            ]}
            onBack={setStep}
          />
        }
      />
      {removed.length > 0 && (
        <div role="alert">
          <Notice
            tone="amber"
            before={<StateGlyph state="paused" />}
            act={<Button onClick={close}>{text('act.close')}</Button>}
          >
            {text('listing.storesRemoved', { n: removed.length, names: removed.join(', ') })}
          </Notice>
        </div>
      )}
      {step === 0 ? (
        <StoresStep draft={draft} onDraft={setDraft} onRules={() => setStep(1)} onNext={() => setStep(2)} />
      ) : step === 1 ? (
        <RulesStep draft={draft} onBack={() => setStep(0)} onNext={() => setStep(2)} />
      ) : (
        <CheckStep
          draft={draft}
          onDraft={setDraft}
          onBack={() => setStep(0)}
          onRules={() => setStep(1)}
          onStarted={() => {
            const { released: _once, remedies: _too, ...options } = draft.options;
            setDraft({ ...firstDraft, storeIds: draft.storeIds, options });
            setStep(0);
          }}
        />
      )}
    </div>
  );
}
