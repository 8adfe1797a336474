import { useEffect, useState } from 'react';
import { takeHanded } from '../../lib/handed-selection.ts';
import { useText } from '../../lib/text.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { Steps } from '../../ui/steps.tsx';
import { CheckStep } from './check-step.tsx';
import type { ListingDraft } from './draft.ts';
import { firstDraft, keepDraft, readDraft } from './draft.ts';
import { StoresStep } from './stores-step.tsx';
import './listing.css';

/** Listing in bulk: which goods to which stores, what would come of it, and go. Going back keeps everything. */
export default function ListingPage() {
  const text = useText();
  const [draft, setDraft] = useState<ListingDraft>(readDraft);
  const [step, setStep] = useState(0);

  // Runs each time the page is shown: another page may have handed over a selection meanwhile.
  useEffect(() => {
    const handed = takeHanded();
    if (handed !== null) {
      setDraft((held) => ({ ...held, handed }));
      setStep(0);
    }
  }, []);
  useEffect(() => keepDraft(draft), [draft]);

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
              { key: 'check', title: text('listing.step.check') },
              { key: 'run', title: text('listing.step.run') },
            ]}
            onBack={setStep}
          />
        }
      />
      {step === 0 ? (
        <StoresStep draft={draft} onDraft={setDraft} onNext={() => setStep(1)} />
      ) : (
        <CheckStep
          draft={draft}
          onDraft={setDraft}
          onBack={() => setStep(0)}
          onStarted={() => {
            setDraft({ ...firstDraft, storeIds: draft.storeIds, options: draft.options });
            setStep(0);
          }}
        />
      )}
    </div>
  );
}
