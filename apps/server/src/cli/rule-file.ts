import { readFileSync } from 'node:fs';
import { EditSteps } from '@bowerbird/catalog/edits/edit-steps';
import {
  type EditRule,
  type EditRuleDetail,
  getEditRule,
  listEditRules,
} from '@bowerbird/contract/products/edit-rules';
import { z } from 'zod';
import { WrongUse } from './command.ts';
import type { Session } from './session.ts';

/** The file of a rule. */
const RuleFile = z.object({ name: z.string(), description: z.string(), steps: EditSteps });
export type RuleFile = z.infer<typeof RuleFile>;

/** Reads the file of a rule; throws `WrongUse` that says what is wrong with it. */
export function readRuleFile(path: string): RuleFile {
  return checked(RuleFile, path, parsed(path));
}

/** Reads the steps in a rule's file, or in a file of nothing but steps; throws `WrongUse` as well. */
export function readSteps(path: string): z.infer<typeof EditSteps> {
  const content = parsed(path);
  // What is wrong is said of the form that the file has.
  return Array.isArray(content)
    ? checked(EditSteps, path, content)
    : checked(RuleFile.pick({ steps: true }), path, content).steps;
}

function checked<Read>(schema: z.core.$ZodType<Read>, path: string, content: unknown): Read {
  const result = z.safeParse(schema, content);
  if (!result.success) {
    const [issue] = result.error.issues;
    throw new WrongUse(`${path}: ${issue?.path.join('.')}: ${issue?.message}`);
  }
  return result.data;
}

function parsed(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (thrown) {
    throw new WrongUse(
      `${path} cannot be read as JSON: ${thrown instanceof Error ? thrown.message : thrown}`,
    );
  }
}

/** Returns all edit rules in the order of their numbers. */
export async function everyRule(session: Session): Promise<EditRule[]> {
  const found: EditRule[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const query = { sort: 'number', direction: 'asc', ...(cursor !== undefined && { cursor }) } as const;
    const page: { items: EditRule[]; nextCursor: string | null } = await session.call(listEditRules, {
      query,
    });
    found.push(...page.items);
    cursor = page.nextCursor;
  }
  return found;
}

/** Returns the rule of a number; throws `WrongUse` where there is none. */
export async function ruleOfNumber(session: Session, subject: string | undefined): Promise<EditRuleDetail> {
  if (subject === undefined) {
    throw new WrongUse('Say which: the number that `rules` lists first');
  }
  const found = (await everyRule(session)).find(({ number }) => String(number) === subject);
  if (!found) {
    throw new WrongUse(`There is no rule ${subject}`);
  }
  return await session.call(getEditRule, { params: { id: found.id } });
}

/** Returns the steps of the newest version of a rule. */
export function newestSteps({ version, versions }: EditRuleDetail): z.infer<typeof EditSteps> {
  return versions.find((each) => each.version === version)?.steps ?? [];
}
