export interface Outcome {
  readonly passed: number;
  readonly failed: number;
  readonly failures: readonly string[];
  readonly unsteady: readonly string[];
}
export function outcomeOfVitest(file: string, root: string): Outcome & { readonly files: readonly string[] };
export function outcomeOfPlaywright(file: string): Outcome;
export function closingLines(outcomes: readonly Outcome[]): string[];
