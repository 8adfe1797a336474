/** Returns the path of a file that is to be set up, or of a checked import that is to be read in another way. */
export function setUpPath(fileId: string, importId?: string): string {
  return `/products/import?file=${fileId}${importId === undefined ? '' : `&import=${importId}`}`;
}

/** Returns the path of the collected products of one supplier, or of one import; with `state`, of those that nobody has claimed. */
export function collectedOf(of: { source: string } | { run: string; state?: 'unclaimed' }): string {
  return `/collect/results?${new URLSearchParams(of)}`;
}

/** Returns the path of the products that a run claimed. */
export function claimedOf(runId: string): string {
  return `/products/list?${new URLSearchParams({ claimRunId: runId })}`;
}
