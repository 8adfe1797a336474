/** One line of the benchmark's report: our result and the floor of the same run. */
export interface BenchRow {
  what: string;
  /** With units, for a person to read. */
  ours: string;
  floor: string;
  /** Our speed as a share of the floor's: 1 is as fast. */
  ratio: number;
  aim: string;
}
