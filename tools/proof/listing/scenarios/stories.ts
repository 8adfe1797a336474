import type { Story } from '../plan.ts';
import type { Stage } from '../stage.ts';
import { runAsStored } from './as-stored.ts';
import { runConflicts } from './conflicts.ts';
import { runCopied } from './copied.ts';
import { runCancel, runFollow, runPause, runReconnect, runSchedule } from './interrupted.ts';
import { runMerchantPublishes } from './merchant-publishes.ts';
import { simulatePages } from './pages.ts';
import { runLateAlone, runOutage } from './patience.ts';
import { runDelist, runListedAgain, runRelist, runRemove } from './taken-away.ts';
import { runInstallations } from './two-installations.ts';

/** How each story is run. */
export const stories: Readonly<Record<Story, (stage: Stage) => Promise<string[]>>> = {
  delist: runDelist,
  relist: runRelist,
  remove: runRemove,
  again: runListedAgain,
  conflicts: runConflicts,
  pause: runPause,
  cancel: runCancel,
  schedule: runSchedule,
  follow: runFollow,
  reconnect: runReconnect,
  installations: runInstallations,
  copied: runCopied,
  pages: simulatePages,
  thousand: simulatePages,
  outage: runOutage,
  'late-alone': runLateAlone,
  'as-stored': runAsStored,
  'merchant-publishes': runMerchantPublishes,
};
