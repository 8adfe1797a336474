import type { decideDrift } from '@bowerbird/contract/listing-states';
import type { BodyOf } from '@bowerbird/contract/route';
import { useNavigate } from 'react-router';
import { useText } from '../../lib/text.ts';
import { useToast } from '../../ui/toast.tsx';
import { useTellFailure } from '../../ui/use-tell-failure.ts';
import { useDecide, useUndoPull } from './queries.ts';

/** Decides drift and tells what came of it: what was taken over can be taken back, what is sent has its run. */
export function useDeciding() {
  const text = useText();
  const toast = useToast();
  const tell = useTellFailure();
  const navigate = useNavigate();
  const decide = useDecide();
  const undo = useUndoPull();
  return {
    busy: decide.isPending,
    decide: (body: BodyOf<typeof decideDrift>) =>
      decide.mutate(body, {
        onError: tell,
        onSuccess: ({ decided, impossible, runIds, editSetId }) => {
          const [run] = runIds;
          const said = [
            decided > 0 ? text('drift.decided', { n: decided }) : '',
            impossible > 0 ? text('drift.impossible', { n: impossible }) : '',
          ];
          toast({
            text: said.filter((each) => each !== '').join(' '),
            ...(run !== undefined && { onSee: () => void navigate(`/profile/basic/${run}`) }),
            ...(editSetId !== null && { onUndo: () => undo.mutate(editSetId, { onError: tell }) }),
          });
        },
      }),
  };
}
