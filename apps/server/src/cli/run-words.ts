import { isErrorCode } from '@bowerbird/contract/errors';
import type { Fault, Run } from '@bowerbird/contract/runs';
import { sentenceFor } from '@bowerbird/contract/sentences';
import { exitCodes } from './command.ts';

/** What the command line speaks; it has no setting for it. */
export const language = 'en-US';

/** 0 when all is done, 3 when part of it is, 1 when nothing came of it. */
export function exitCodeOf({ state }: Pick<Run, 'state'>): number {
  switch (state) {
    case 'complete':
      return exitCodes.done;
    case 'partial':
    case 'paused':
    case 'held':
      return exitCodes.partly;
    default:
      return exitCodes.failed;
  }
}

/** What happened and what to do, in one sentence. */
export function sentenceOf({ code, params }: Fault): string {
  return isErrorCode(code) ? sentenceFor(language, code, params) : code;
}
