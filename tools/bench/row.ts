/** One line of the benchmark's report: what we reached beside the floor of the same run. */
export interface BenchRow {
  what: string;
  /** With their units, as a person reads them. */
  ours: string;
  floor: string;
  /** Our speed as a share of the floor's: 1 is as fast. */
  ratio: number;
  aim: string;
}
