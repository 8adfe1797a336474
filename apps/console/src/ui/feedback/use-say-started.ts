import { runPath } from '../../lib/data/use-runs.tsx';
import { usePage } from '../../lib/page.ts';
import { useToast } from './toast.tsx';

/** Returns a function that says that a run has started, with the way to its page, until it has ended. */
export function useSayStarted(): (runId: string, text: string) => void {
  const page = usePage();
  const toast = useToast();
  return (runId, text) => toast({ state: 'running', text, runId, onSee: () => page.open(runPath(runId)) });
}
