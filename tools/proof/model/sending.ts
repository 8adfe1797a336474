import { applyEvent } from './apply-event.ts';
import type { Event } from './row.ts';
import {
  idle,
  type Model,
  type Move,
  notFound,
  type Row,
  type State,
  taken,
  type Worker,
  withAttempt,
  withWorker,
} from './state.ts';

type AtGate = Extract<Worker, { at: 'gate' | 'first byte' | 'requested' }>;

/** Returns what a worker does with an attempt that is committed and not sent. */
export function gate(model: Model, state: State, worker: number, held: AtGate): Move<State>[] {
  const { rules, world } = model;
  if (held.at === 'gate' && rules.deadline && held.left === 0) {
    const free = withWorker(state, worker, idle);
    const isOpen = state.rows[held.row]?.attempt === held.attempt && !held.isFenced;
    const to = isOpen ? applyEvent(model, free, held.row, { name: 'neverSent' }, worker) : free;
    return [{ says: `worker ${worker + 1} is too late to send`, to }];
  }
  if (held.at === 'gate' && rules.gateGap) {
    const to = withWorker(state, worker, { ...held, at: 'first byte', left: 0 });
    return [{ says: `worker ${worker + 1} passes the deadline`, to }];
  }
  const flying = withAttempt(state, held.attempt, { phase: 'flying', left: world.lateness });
  // A worker that was overtaken may write nothing of the answer: it is as if the answer was lost.
  const requested: Worker = held.isFenced ? idle : { ...held, at: 'requested', left: 0 };
  return [{ says: `worker ${worker + 1} sends its attempt`, to: withWorker(flying, worker, requested) }];
}

/** Returns the answers that a waiting worker may receive, and what it writes of them. */
export function hears(model: Model, state: State, worker: number, held: AtGate, row: Row): Move<State>[] {
  const attempt = state.attempts[held.attempt];
  if (attempt === undefined) {
    return [];
  }
  const { kind, answer, phase } = attempt;
  const free = withWorker(state, worker, idle);
  const reports = (says: string, event: Event, change: Partial<Row> = {}, from = free): Move<State> => ({
    says: `worker ${worker + 1} ${says}, and writes: ${event.name}`,
    to: applyEvent(model, from, held.row, event, worker, change),
  });
  const moves = model.rules.intent
    ? [reports('hears nothing that is known', { name: 'leftUnknown' })]
    : [{ says: `worker ${worker + 1} hears nothing, and forgets it`, to: free }];
  if (answer > 0) {
    const [event, change] = receipt(model, state, row, held.attempt);
    moves.push(reports(`hears that product ${answer} was written`, event, change));
  } else if (answer === notFound) {
    const isDouble = kind === 'remove';
    moves.push(reports('hears that there is none', { name: isDouble ? 'doubleRemoved' : 'missing' }));
  } else if (answer === taken && !model.rules.takenIsUnknown) {
    moves.push(reports('hears that the code is taken', { name: 'rejected' }));
  } else if (kind === 'create' && phase === 'flying' && model.world.refusals && answer === 0) {
    const refused = withAttempt(free, held.attempt, { phase: 'over' });
    moves.push(reports('is surely refused', { name: 'rejected' }, {}, refused));
  }
  return moves;
}

function receipt({ world }: Model, state: State, row: Row, at: number): [Event, Partial<Row>] {
  const attempt = state.attempts[at];
  if (attempt === undefined) {
    return [{ name: 'leftUnknown' }, {}];
  }
  const { kind, revision, answer, shows, isWanted } = attempt;
  switch (kind) {
    case 'create':
    case 'update': {
      const isNow = revision === row.wanted && !world.keeps;
      return [
        { name: 'contentApplied', product: answer, isWanted: isNow, isShown: shows },
        { listed: revision },
      ];
    }
    case 'publish':
      return [{ name: 'published', accepts: revision > 0 }, row.wish === 'publish' ? { wish: 'none' } : {}];
    case 'remove':
      return [{ name: 'doubleRemoved' }, {}];
    default: {
      const isFulfilled = row.wish === kind;
      return [{ name: 'visibilityApplied', act: kind, isWanted }, isFulfilled ? { wish: 'none' } : {}];
    }
  }
}
