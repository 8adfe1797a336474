import { ClaimRule, firstRule } from '@bowerbird/contract/collect/claim-rule';
import { z } from 'zod/mini';
import { type KeptHere, useSavedItems } from './saved-items.ts';
import { readSetting, useSetting, writeSetting } from './settings.ts';

const KeptRules = z.array(z.object({ name: z.string(), rule: ClaimRule }));

/** A rule that was saved by name. */
export interface SavedRule {
  id: string;
  name: string;
  rule: ClaimRule;
  shared: boolean;
  /** Whether this person may change and delete it. */
  mine: boolean;
  /** Who saved it. */
  by: string | null;
}

function read<Schema extends z.ZodMiniType>(schema: Schema, kept: string): z.infer<Schema> | null {
  try {
    return z.safeParse(schema, JSON.parse(kept)).data ?? null;
  } catch {
    return null;
  }
}

const keptHere: KeptHere = {
  read: () =>
    (read(KeptRules, readSetting('claim_rules')) ?? []).map(({ name, rule }) => ({
      name,
      content: { kind: 'claim-rule', fields: rule },
    })),
  forget: () => writeSetting('claim_rules', ''),
};

/** Returns the rule with which a person last claimed in this browser; at first the one that changes nothing. */
export function useLastRule(): [ClaimRule, (rule: ClaimRule) => void] {
  const [kept, keep] = useSetting('claim_rule');
  return [read(ClaimRule, kept) ?? firstRule, (rule) => keep(JSON.stringify(rule))];
}

/** Returns the rules saved by name, one's own and shared ones. Saving under one's own name replaces its rule. */
export function useSavedRules() {
  const { items, isKnown, save, remove } = useSavedItems('claim-rule', keptHere);
  const rules = items.flatMap(({ id, name, shared, mine, by, content }): SavedRule[] => {
    const rule = content.kind === 'claim-rule' ? z.safeParse(ClaimRule, content.fields) : undefined;
    return rule?.success ? [{ id, name, shared, mine, by, rule: rule.data }] : [];
  });
  return {
    rules,
    /** The server has answered: where there are none, none was saved. */
    isKnown,
    save: (name: string, rule: ClaimRule, shared: boolean) => {
      const held = rules.find((one) => one.mine && one.name.toLowerCase() === name.toLowerCase());
      save.mutate({
        ...(held && { id: held.id }),
        name,
        shared,
        content: { kind: 'claim-rule', fields: rule },
      });
    },
    remove: (id: string) => remove.mutate(id),
  };
}
