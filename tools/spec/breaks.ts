import type { Break } from './breaks/break.ts';
import { calls } from './breaks/calls.ts';
import { chosen } from './breaks/chosen.ts';
import { messages } from './breaks/messages.ts';
import { screens } from './breaks/screens.ts';

/** Every known way to break the code behind the specification. */
export const breaks: readonly Break[] = [...chosen, ...calls, ...messages, ...screens];
