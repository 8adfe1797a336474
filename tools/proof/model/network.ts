import {
  exists,
  type Model,
  type Move,
  productAt,
  type State,
  spend,
  withAttempt,
  withRow,
} from './state.ts';
import { applied, partApplied } from './store.ts';
import { unbounded } from './world.ts';

/** Returns what can happen to requests in transit, and the passing of time. */
export function network(model: Model, state: State): Move<State>[] {
  return [
    ...state.attempts.flatMap((_, at) => flights(model, state, at)),
    ...time(state),
    ...jumps(model, state),
  ];
}

function flights(model: Model, state: State, at: number): Move<State>[] {
  const attempt = state.attempts[at];
  if (attempt?.phase !== 'flying') {
    return [];
  }
  const { kind, target } = attempt;
  const name = `${kind}${target > 0 ? ` of product ${target}` : ` of revision ${attempt.revision}`}`;
  const whole = applied(model, state, attempt, false);
  const answer = whole.answer || attempt.answer;
  const moves = [
    { says: `the store applies the ${name}`, to: withAttempt(whole.state, at, { phase: 'over', answer }) },
    { says: `the ${name} is lost on its way`, to: withAttempt(state, at, { phase: 'over' }) },
  ];
  if (state.budget.twice > 0) {
    const left = model.world.replayRestarts ? model.world.lateness : attempt.left;
    const to = withAttempt(spend(whole.state, 'twice'), at, { answer, left });
    moves.push({ says: `the store applies the ${name}, and a proxy sends it once more`, to });
  }
  if (state.budget.partial > 0 && kind === 'create') {
    const cut = applied(model, state, attempt, true);
    const to = withAttempt(spend(cut.state, 'partial'), at, { phase: 'over' });
    moves.push({ says: `the store is cut off in the ${name}: a partial product`, to });
  }
  if (state.budget.parts > 0 && kind === 'update') {
    const begun = spend(partApplied(state, attempt), 'parts');
    const also = partApplied(spend(whole.state, 'parts'), attempt);
    moves.push(
      {
        says: `the store applies the first part of the ${name}`,
        to: withAttempt(begun, at, { phase: 'over' }),
      },
      {
        says: `the store applies the ${name}, and then its first part once more`,
        to: withAttempt(also, at, { phase: 'over', answer }),
      },
    );
  }
  return moves;
}

/** Advances one tick, unless a request must be applied or lost before it. */
function time(state: State): Move<State>[] {
  const { attempts, workers, rows, quiet } = state;
  const mustLand = attempts.some(({ phase, left }) => phase === 'flying' && left === 0);
  const isTimed =
    quiet > 0 ||
    attempts.some(({ phase, left }) => phase === 'flying' && left > 0 && left < unbounded) ||
    workers.some((worker) => worker.at === 'gate' && worker.left > 0) ||
    rows.some(({ checkIn, ages, recent }) => checkIn > 0 || ages > 0 || recent > 0);
  if (mustLand || !isTimed) {
    return [];
  }
  const less = (ticks: number) => (ticks > 0 && ticks < unbounded ? ticks - 1 : ticks);
  const to: State = {
    ...state,
    quiet: less(quiet),
    attempts: attempts.map((each) => (each.phase === 'flying' ? { ...each, left: less(each.left) } : each)),
    workers: workers.map((each) => (each.at === 'gate' ? { ...each, left: less(each.left) } : each)),
    rows: rows.map((row) => ({
      ...row,
      checkIn: ticked(row.checkIn),
      ages: ticked(row.ages),
      recent: ticked(row.recent),
    })),
  };
  return [{ says: 'time passes', to }];
}

function ticked(ticks: number): number {
  return ticks > 0 ? ticks - 1 : ticks;
}

function jumps({ rules }: Model, state: State): Move<State>[] {
  if (rules.settleClock === 'counted' || state.budget.jumps === 0) {
    return [];
  }
  return state.rows.flatMap(({ ages }, at) =>
    ages > 0
      ? [{ says: 'the wall clock jumps ahead', to: withRow(spend(state, 'jumps'), at, { ages: 0 }) }]
      : [],
  );
}

/** Reports whether the bound product of a row exists. */
export function isThere(state: State, at: number): boolean {
  const bound = state.rows[at]?.ledger.bound ?? 0;
  return exists(productAt(state, bound));
}
