import { z } from 'zod/mini';
import { ClaimRule, firstRule } from './claim-rule.ts';
import { useSetting } from './settings.ts';

const SavedRules = z.array(z.object({ name: z.string(), rule: ClaimRule }));
export type SavedRule = z.infer<typeof SavedRules>[number];
const savedMax = 30;

function read<Schema extends z.ZodMiniType>(schema: Schema, kept: string): z.infer<Schema> | null {
  try {
    return z.safeParse(schema, JSON.parse(kept)).data ?? null;
  } catch {
    return null;
  }
}

/** Returns the rule with which a person last claimed in this browser; at first the one that changes nothing. */
export function useLastRule(): [ClaimRule, (rule: ClaimRule) => void] {
  const [kept, keep] = useSetting('claim_rule');
  return [read(ClaimRule, kept) ?? firstRule, (rule) => keep(JSON.stringify(rule))];
}

/** Returns the rules saved by name. Saving under an existing name replaces its rule. */
export function useSavedRules() {
  const [kept, keep] = useSetting('claim_rules');
  const rules = read(SavedRules, kept) ?? [];
  const others = (name: string) => rules.filter((one) => one.name !== name);
  return {
    rules,
    save: (name: string, rule: ClaimRule) =>
      keep(JSON.stringify([...others(name), { name, rule }].slice(-savedMax))),
    remove: (name: string) => keep(JSON.stringify(others(name))),
  };
}
