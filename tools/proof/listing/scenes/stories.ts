import type { Story } from '../plan.ts';
import type { Stage } from '../stage.ts';
import { playConflicts } from './conflicts.ts';
import { playCopied } from './copied.ts';
import { playCancel, playFollow, playPause, playReconnect, playSchedule } from './interrupted.ts';
import { playPages } from './pages.ts';
import { playDelist, playListedAgain, playRelist, playRemove } from './taken-away.ts';
import { playInstallations } from './two-installations.ts';

/** How each story is played. */
export const stories: Readonly<Record<Story, (stage: Stage) => Promise<string[]>>> = {
  delist: playDelist,
  relist: playRelist,
  remove: playRemove,
  again: playListedAgain,
  conflicts: playConflicts,
  pause: playPause,
  cancel: playCancel,
  schedule: playSchedule,
  follow: playFollow,
  reconnect: playReconnect,
  installations: playInstallations,
  copied: playCopied,
  pages: playPages,
  thousand: playPages,
};
