import { isErrorCode } from '@bowerbird/contract/errors';
import type { Fault, Run } from '@bowerbird/contract/runs';
import { sentenceFor } from '@bowerbird/contract/texts/sentences';
import { exitCodes } from './command.ts';

/** The language of the command line, which has no setting for it. */
export const language = 'en-US';

/** Returns 0 if everything is done, 3 if part of it is done, 1 if nothing is. */
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

/** Returns what happened and what to do, in one sentence. */
export function sentenceOf({ code, params }: Fault): string {
  return isErrorCode(code) ? sentenceFor(language, code, params) : code;
}
