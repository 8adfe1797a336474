import { type CategoryRules, category } from '../category/category.ts';
import { check, type Verdict } from '../check.ts';
import { all, type Promises } from '../promises.ts';
import { listing } from '../system.ts';
import { type Rules, right, smallWorld, type World } from '../world.ts';

/** A world that is walked completely, and the expected result. */
export interface Scenario {
  name: string;
  /** The promise that its rules must break; null for the right rules, under which all must hold. */
  breaks: string | null;
  run(): Verdict;
}

/** Settings of a scenario that differ from the defaults. */
export interface Requested {
  world?: Partial<World>;
  rules?: Partial<Rules>;
  promises?: Promises;
  /** Whether an end must be reachable from everywhere; not required where lateness has no bound. */
  ends?: boolean;
}

/** Required of a store where duplicates may exist for a while: repaired at rest. */
export const repaired: Promises = { one: false, oneVisible: false, atRest: true };
/** Required where products are created as drafts: shoppers never see two. */
export const visibly: Promises = { one: false, oneVisible: true, atRest: true };
/** Required where a request may arrive at any later time: there is no rest. */
export const always: Promises = { one: true, oneVisible: true, atRest: false };
export const alwaysVisibly: Promises = { one: false, oneVisible: true, atRest: false };

/** Expects that the right rules hold in this world. */
export function holds(name: string, { world, rules, promises = all, ends = true }: Requested): Scenario {
  return {
    name: `right: ${name}`,
    breaks: null,
    run: () => check(listing({ ...smallWorld, ...world }, { ...right, ...rules }, promises), { ends }),
  };
}

/** Expects that the promise is broken with this rule disabled. */
export function breaks(name: string, promise: string, { world, rules, promises = all }: Requested): Scenario {
  return {
    name: `wrong: ${name}`,
    breaks: promise,
    run: () => check(listing({ ...smallWorld, ...world }, { ...right, ...rules }, promises), { ends: false }),
  };
}

const categoryWorld = { deadline: 1, lateness: 1, runs: 2, makes: 3, merchants: 1 };
const categoryRules: CategoryRules = { lock: true, attempt: true, look: true };

/** Models two runs that need the same new category. */
export function bringsCategory(
  name: string,
  promise: string | null,
  rules: Partial<CategoryRules> = {},
  world: Partial<typeof categoryWorld> = {},
): Scenario {
  const system = () => category({ ...categoryWorld, ...world }, { ...categoryRules, ...rules });
  return {
    name: `${promise === null ? 'right' : 'wrong'}: category, ${name}`,
    breaks: promise,
    run: () => check(system(), { ends: promise === null }),
  };
}

/** Reports whether a verdict is what its scenario expects. */
export function isExpected({ breaks: promise }: Scenario, { broken, isWhole }: Verdict): boolean {
  return promise === null ? broken === '' && isWhole : broken === promise;
}
