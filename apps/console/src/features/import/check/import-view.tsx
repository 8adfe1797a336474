import { useFaultText } from '../../../lib/text/fault-text.ts';
import { useText } from '../../../lib/text/text.ts';
import { Notice } from '../../../ui/feedback/fault-row.tsx';
import { StateGlyph } from '../../../ui/feedback/state-glyph.tsx';
import { Stack } from '../../../ui/layout/box.tsx';
import { type Import, isWorking } from '../queries.ts';
import { stateGlyphs } from '../state-glyphs.ts';
import { AppliedPart } from './applied-part.tsx';
import { ApplyBar } from './apply-bar.tsx';
import { FaultGroups } from './fault-groups.tsx';
import { Figures } from './figures.tsx';
import { Groups } from './groups.tsx';
import { ImportHead } from './import-head.tsx';
import { Questions } from './questions.tsx';
import { TakenRemedies } from './taken-remedies.tsx';
import { Working } from './working.tsx';

/** An import in any of its states. */
export function ImportView({ of }: { of: Import }) {
  const text = useText();
  const sentence = useFaultText();
  const isChecked = of.state === 'checked';
  const isApplied = of.state === 'applied';
  return (
    <div className="page">
      <ImportHead of={of} />
      <Stack gap={28}>
        {isWorking(of) && <Working of={of} />}
        {of.fault !== null && !isChecked && (
          <div role={of.state === 'failed' ? 'alert' : 'status'}>
            <Notice tone="amber" before={<StateGlyph state={stateGlyphs[of.state]} />}>
              {sentence(of.fault)}
            </Notice>
          </div>
        )}
        {isChecked && of.heldBecause !== null && of.heldBecause.code !== 'import.to-confirm' && (
          <div role="status">
            <Notice tone="amber" before={<StateGlyph state="held" />}>
              {sentence(of.heldBecause)}
            </Notice>
          </div>
        )}
        {of.state === 'cancelled' && of.fault === null && (
          <Notice tone="neutral" before={<StateGlyph state="cancelled" />}>
            {text('import.cancelled')}
          </Notice>
        )}
        {isChecked && <Figures of={of} />}
        {isApplied && <AppliedPart of={of} />}
        {(isChecked || (isApplied && of.faults + of.notices > 0)) && <FaultGroups of={of} />}
        {isChecked && <TakenRemedies of={of} />}
        {isChecked && of.into.as === 'edit' && <Questions of={of} choices={of.into.choices} />}
        {(isChecked || isApplied) && <Groups of={of} />}
      </Stack>
      {isChecked && <ApplyBar key={`${of.toApply} ${of.faults}`} of={of} />}
    </div>
  );
}
