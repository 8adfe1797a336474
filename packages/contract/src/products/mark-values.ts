import { z } from 'zod/mini';
import { Instant } from '../list.ts';

export const markColours = ['red', 'orange', 'yellow', 'green', 'blue', 'violet', 'grey'] as const;
export const MarkColour = z.enum(markColours);
export type MarkColour = z.infer<typeof MarkColour>;

export const GroupName = z.string().check(z.trim(), z.minLength(1), z.maxLength(60));

const named = z.nullable(z.object({ id: z.uuid(), name: z.string() }));

/** How a team has marked a product for its own work; never sent to a store. */
export const TeamMarks = z.object({
  group: named,
  colour: z.nullable(MarkColour),
  assignee: named,
  note: z.nullable(z.string()),
  /** Who set one of them last, and when; null where nobody did, or that person is gone. */
  by: z.nullable(z.string()),
  at: z.nullable(Instant),
});
export type TeamMarks = z.infer<typeof TeamMarks>;
