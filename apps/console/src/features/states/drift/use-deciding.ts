import type { decideDrift } from '@bowerbird/contract/listing/states';
import type { BodyOf } from '@bowerbird/contract/route';
import { useNavigate } from 'react-router';
import { useText } from '../../../lib/text/text.ts';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { useReportFailure } from '../../../ui/feedback/use-report-failure.ts';
import { useDecide, useUndoPull } from '../queries.ts';

/** Resolves drift and reports the result: accepted values can be undone, sent values have their run. */
export function useDeciding() {
  const text = useText();
  const toast = useToast();
  const reportFailure = useReportFailure();
  const navigate = useNavigate();
  const decide = useDecide();
  const undo = useUndoPull();
  return {
    busy: decide.isPending,
    decide: (body: BodyOf<typeof decideDrift>) =>
      decide.mutate(body, {
        onError: reportFailure,
        onSuccess: ({ decided, impossible, runIds, editSetId }) => {
          const [run] = runIds;
          const said = [
            decided > 0 ? text('drift.decided', { n: decided }) : '',
            impossible > 0 ? text('drift.impossible', { n: impossible }) : '',
          ];
          toast({
            text: said.filter((each) => each !== '').join(' '),
            ...(run !== undefined && { onSee: () => void navigate(`/profile/basic/${run}`) }),
            ...(editSetId !== null && { onUndo: () => undo.mutate(editSetId, { onError: reportFailure }) }),
          });
        },
      }),
  };
}
